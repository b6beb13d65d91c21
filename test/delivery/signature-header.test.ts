import fc from "fast-check";
import { createVerifier, fixedKeys, type KeySource, type VerifyKey } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "../../runtime/delivery/core/base64url.js";
import { parseSignatureHeader } from "../../runtime/delivery/core/signature-header.js";
import { appId, keyA, keyB, names, sign, steppedClock, strangerKey, withHeaders } from "./support.js";

const bytes = Uint8Array.from({ length: 64 }, (_, index) => index * 3);
const text = encodeBase64url(bytes);
const entry = (id: string, value = text) => `${id}=${value}`;
const ids = (header: string) => {
  const parsed = parseSignatureHeader(header);
  return "ok" in parsed ? parsed.reason : parsed.map(({ keyId }) => keyId);
};

describe("entries", () => {
  test("SIG-10 an entry is cut at its first equals sign, so that padding stays with the value", () => {
    for (const value of [text, `${text}==`]) {
      expect(parseSignatureHeader(entry("ed25519-a", value))).toEqual([{ keyId: "ed25519-a", signature: bytes }]);
    }
  });

  test("SIG-10 partial or excessive padding, other alphabets and stray bits drop the entry", () => {
    const plain = `${text.slice(0, -2)}+/`;
    for (const value of [`${text}=`, `${text}===`, plain, `${text.slice(0, -1)}h`, `${text.slice(0, -1)} `]) {
      expect(ids(entry("ed25519-a", value))).toBe("signature-header");
    }
  });

  test("SIG-10 a key id begins with ed25519- and has something behind it", () => {
    for (const id of ["", "ed25519", "ed25519-", "rsa-a", "ED25519-a", "xed25519-a", "ed25519-ä"]) {
      expect(ids(entry(id))).toBe("signature-header");
    }
    for (const id of [
      "ed25519-2026.07_x~1",
      "ed25519-2026:07/a+b",
      "ed25519-!",
      "ed25519-~",
      `ed25519-${"x".repeat(120)}`,
    ]) {
      expect(ids(entry(id))).toEqual([id]);
      expect(ids(`${entry(id)}, ${entry("ed25519-b")}`)).toEqual([id, "ed25519-b"]);
    }
    expect(ids(entry(`ed25519-${"x".repeat(121)}`))).toBe("signature-header");
    for (const separator of [",", ";"])
      expect(ids(`ed25519-a${separator}${entry("ed25519-b")}`)).toEqual(["ed25519-b"]);
  });

  test("SIG-11 four entries are read and five refuse the header, even when some are malformed or the same", () => {
    const four = ["a", "b", "c", "d"].map((name) => entry(`ed25519-${name}`));
    expect(ids(four.join(","))).toHaveLength(4);
    expect(ids(`,${four.join(",")},`)).toHaveLength(4);
    expect(ids([...four, entry("ed25519-e")].join(","))).toBe("signature-entries");
    expect(ids([...four, four[0]].join(","))).toBe("signature-entries");
    expect(ids([...four, "junk"].join(","))).toBe("signature-entries");
  });

  test("SIG-11 five entries are refused before any crypto, a good one among them", async () => {
    const { verifier, calls } = counting([keyA.published.key_id]);
    const good = await sign();
    const many = [good.headers[names.signature], ...Array.from({ length: 4 }, () => entry("ed25519-x"))].join(", ");
    const verdict = await verifier.verify(withHeaders(good, { [names.signature]: many }));
    expect(verdict).toEqual({ ok: false, reason: "signature-entries" });
    expect(calls).toEqual([]);
  });

  test("SIG-12 comma, semicolon, blanks and repeated headers all separate entries", async () => {
    const [a, b] = [entry("ed25519-a"), entry("ed25519-b")];
    for (const separator of [",", ", ", ";", " ; ", " ", "\t", ",,", " , "]) {
      expect(ids(`${a}${separator}${b}`)).toEqual(["ed25519-a", "ed25519-b"]);
    }
    expect(ids(`, ${a} ,`)).toEqual(["ed25519-a"]);
    const good = await sign({ keys: [keyB, keyA] });
    const list = good.headers[names.signature]?.split(", ") ?? [];
    const { verifier } = counting([keyA.keyId]);
    for (const header of [list, list.join(" "), list.join(";")]) {
      expect((await verifier.verify(withHeaders(good, { [names.signature]: header }))).ok).toBe(true);
    }
    const web = new Headers(withHeaders(good, { [names.signature]: "" }).headers as Record<string, string>);
    web.delete(names.signature);
    for (const one of list) web.append(names.signature, one);
    expect((await verifier.verify({ headers: web, body: good.body })).ok).toBe(true);
  });

  test("SIG-13 one entry that verifies is enough, whatever stands beside it and in whatever order", async () => {
    const good = await sign({ keys: [keyA, keyB] });
    const [a, b] = good.headers[names.signature]?.split(", ") ?? [];
    const forged = entry(keyA.keyId);
    const unknown = entry("ed25519-unknown");
    for (const list of [[a], [b, a], [unknown, a], [forged, a], [a, forged], ["junk", unknown, b, a]]) {
      const { verifier } = counting([keyA.keyId]);
      const verdict = await verifier.verify(withHeaders(good, { [names.signature]: list.join(", ") }));
      expect(verdict).toMatchObject({ ok: true, delivery: { keyId: keyA.keyId } });
    }
  });

  test("SIG-15 a good signature by a key that is not published is refused", async () => {
    const { verifier, calls } = counting([keyA.keyId]);
    const verdict = await verifier.verify(await sign({ keys: strangerKey }));
    expect(verdict).toEqual({ ok: false, reason: "unknown-key" });
    expect(calls).toEqual([]);
    const disguised = { ...strangerKey, keyId: keyA.keyId };
    expect(await verifier.verify(await sign({ keys: disguised }))).toEqual({ ok: false, reason: "bad-signature" });
  });

  test("SIG-19 a signature that is not 64 bytes long drops its entry without any crypto", async () => {
    const good = await sign();
    for (const length of [0, 1, 32, 63, 65, 128]) {
      const { verifier, calls } = counting([keyA.keyId]);
      const header = entry(keyA.keyId, encodeBase64url(new Uint8Array(length).fill(7)));
      const verdict = await verifier.verify(withHeaders(good, { [names.signature]: header }));
      expect(verdict).toEqual({ ok: false, reason: "signature-header" });
      expect(calls).toEqual([]);
    }
  });

  test("a hostile header neither throws nor takes more than linear time", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom("ed25519-", "=", ",", ";", " ", text, "ed25519-a=", "\n"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = parseSignatureHeader(pieces.join(""));
        const lengths = "ok" in parsed ? [] : parsed.map(({ signature }) => signature.length);
        expect(new Set([64, ...lengths])).toEqual(new Set([64]));
      }),
    );
    expect(ids(",".repeat(1_000_000))).toBe("signature-header");
    expect(ids("=".repeat(2_048))).toBe("signature-header");
  });
});

describe("base64url", () => {
  test("SIG-18 decoding gives back what was encoded, with or without padding, and refuses any other length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (raw) => {
        const encoded = encodeBase64url(raw);
        expect(encoded).toBe(Buffer.from(raw).toString("base64url"));
        expect(decodeBase64url(encoded, raw.length)).toEqual(raw);
        expect(
          decodeBase64url(Buffer.from(raw).toString("base64").replaceAll("+", "-").replaceAll("/", "_"), raw.length),
        ).toEqual(raw);
        expect(decodeBase64url(encoded, raw.length + 1)).toBeUndefined();
        expect(decodeBase64url(`${encoded}A`, raw.length)).toBeUndefined();
      }),
    );
  });

  test("SIG-18 each value has one encoding: bits beyond the last byte must be zero", () => {
    const texts = Array.from({ length: 64 }, (_, index) => encodeBase64url(Uint8Array.of(index << 2)).charAt(0));
    const taken = texts.filter((last) => decodeBase64url(`A${last}`, 1) !== undefined);
    expect(taken).toHaveLength(4);
  });
});

/** A verifier that counts what reaches crypto, trusting the ids given, all of them with key A. */
function counting(trusted: readonly string[]) {
  const calls: number[] = [];
  const real = fixedKeys(trusted.map((key_id) => ({ key_id, key: keyA.published.key })));
  const keys: KeySource = {
    ...real,
    current: () => real.current() && new Map([...(real.current() ?? [])].map(([id, key]) => [id, spy(key)])),
  };
  const spy = (key: VerifyKey): VerifyKey => ({
    verify(message, signature) {
      calls.push(signature.length);
      return key.verify(message, signature);
    },
  });
  return { verifier: createVerifier({ apps: appId, keys, clock: steppedClock() }), calls };
}
