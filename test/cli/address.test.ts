import { expect, test } from "vitest";
import { httpUrl } from "../../cli/address.js";
import { UsageError } from "../../cli/usage-error.js";

test.each(["http://localhost:8080/x", "https://app.example/"])("%s is an address", (text) => {
  expect(httpUrl(text, "--to").href).toBe(text);
});

test.each([
  ["localhost:8080", '--to needs an http(s) URL such as http://localhost:8080/interactions, got "localhost:8080"'],
  ["ftp://me:hunter2@x/", 'got "ftp://…@x/"'],
  ["http://me:hunter2@app.example/", "--to takes a URL without a user name or password in it"],
])("%s is refused in a sentence that holds no password", (text, why) => {
  const read = () => httpUrl(text, "--to");
  expect(read).toThrow(UsageError);
  expect(read).toThrow(why);
  expect(read).not.toThrow(/hunter2/);
});
