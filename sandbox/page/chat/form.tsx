import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Fields, fieldsOf, given, isFields, listOf, ownOf } from "../../json.js";
import type { Json } from "../../world/records.js";
import { Button } from "../parts/button.js";
import { Problem } from "../parts/show.js";

/** A field of a form as the page draws it; what it does not know is a line of text. */
interface Field {
  readonly id: string;
  readonly label: string;
  readonly isLong: boolean;
  readonly isRequired: boolean;
  readonly maxLength: number | undefined;
}

const drawn = ({ id, label, type, required, maxLength }: Fields): Field => ({
  id: String(id),
  label: typeof label === "string" ? label : String(id),
  isLong: type === "paragraph",
  isRequired: required === true,
  maxLength: typeof maxLength === "number" ? maxLength : undefined,
});

/** The form that an App opened, in front of everything until it is sent or left. */
export function FormDialog({
  form,
  onSubmit,
  onClose,
}: {
  readonly form: Json;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => Promise<string | undefined>;
  readonly onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState("");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { title, fields } = fieldsOf(form);
  const isSending = useRef(false);
  const send = async (): Promise<void> => {
    if (isSending.current) return; // pressed twice
    isSending.current = true;
    const why = await onSubmit(values);
    isSending.current = false;
    setProblem(why ?? "");
    if (why !== undefined) return;
    const pane = dialog.current?.closest(".pane");
    dialog.current?.close();
    pane?.querySelector<HTMLElement>(".composer textarea")?.focus(); // what opened the form is gone
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby={`${id}-title`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 id={`${id}-title`}>{typeof title === "string" ? title : "Form"}</h2>
        {(listOf(fields) ?? []).filter(isFields).map((one) => {
          const field = drawn(one);
          const shared = {
            id: `${id}-${field.id}`,
            name: field.id,
            required: field.isRequired,
            ...given({ maxLength: field.maxLength }),
            value: ownOf(values, field.id) ?? "",
          };
          const set = (value: string): void => setValues({ ...values, [field.id]: value });
          return (
            <p key={field.id}>
              <label for={shared.id}>
                {field.label}
                {field.isRequired ? "" : " (optional)"}
              </label>
              {field.isLong ? (
                <textarea {...shared} rows={4} onInput={({ currentTarget }) => set(currentTarget.value)} />
              ) : (
                <input {...shared} onInput={({ currentTarget }) => set(currentTarget.value)} />
              )}
            </p>
          );
        })}
        {problem !== "" && <Problem>{problem}</Problem>}
        <p class="actions">
          <Button isSubmit weight="primary">
            Send
          </Button>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </p>
      </form>
    </dialog>
  );
}
