/**
 * Shows the type of the name in code that the pointer is on, that was tapped, or that has the focus. Tab goes to one
 * name of each block, arrow keys to the others. Escape closes it, and so does leaving the name or scrolling it away.
 */
const files = new Map();

function textsOf(address) {
  if (!files.has(address))
    files.set(
      address,
      fetch(address).then(
        (answer) => (answer.ok ? answer.json() : []),
        () => [],
      ),
    );
  return files.get(address);
}

function boxOf(text) {
  const [type, about] = text.split("\n\n");
  const box = document.createElement("div");
  box.className = "type-box";
  box.id = "type-box";
  box.setAttribute("role", "tooltip");
  const code = document.createElement("code");
  code.textContent = type;
  box.append(code);
  if (about !== undefined) {
    const words = document.createElement("p");
    for (const [at, part] of about.split("`").entries())
      words.append(at % 2 === 0 ? part : Object.assign(document.createElement("code"), { textContent: part }));
    box.append(words);
  }
  return box;
}

/** The name that a key leads to from one that has the focus. */
function nextName(name, key) {
  const names = [...name.closest("pre").querySelectorAll("[data-type]")];
  const at = names.indexOf(name);
  return { ArrowRight: names[at + 1], ArrowLeft: names[at - 1], Home: names[0], End: names.at(-1) }[key];
}

/** Moves the focus within a block; Tab comes back to where it was. */
function moveTo(next, from) {
  for (const attribute of ["role", "tabindex", "aria-keyshortcuts"]) {
    next.setAttribute(attribute, from.getAttribute(attribute));
    from.removeAttribute(attribute);
  }
  next.focus();
}

function place(box, name) {
  const { left, top, bottom } = name.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  box.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`;
}

const nameAt = (target) => (target instanceof Element ? target.closest("[data-type]") : null);

/** `folder` is where the files with the texts are: one for each page. */
export function showTypes(folder) {
  let shown;
  let box;
  const hide = () => {
    shown?.removeAttribute("aria-describedby");
    box?.remove();
    box = shown = undefined;
  };
  const show = async (name) => {
    if (name === shown) return;
    hide();
    shown = name;
    const [file, at] = name.dataset.type.split(":");
    const text = (await textsOf(`${folder}${file}.json`))[Number(at)];
    if (shown !== name || text === undefined) return;
    box = boxOf(text);
    document.body.append(box);
    name.setAttribute("aria-describedby", box.id);
    place(box, name);
  };
  const look = ({ target }) => {
    const name = nameAt(target);
    if (name !== null) void show(name);
    else if (box !== undefined && !box.contains(target)) hide();
  };
  for (const event of ["pointerover", "click", "focusin"]) document.addEventListener(event, look);
  document.addEventListener("focusout", ({ target }) => target === shown && hide());
  document.addEventListener("keydown", (event) => {
    const name = event.altKey || event.ctrlKey || event.metaKey ? null : nameAt(event.target);
    const next = name === null ? undefined : nextName(name, event.key);
    if (event.key === "Escape" && box !== undefined) hide();
    else if (name !== null && ["Enter", " "].includes(event.key)) void show(name);
    else if (next !== undefined) moveTo(next, name);
    else return;
    event.preventDefault();
  });
  const follow = () => {
    if (box === undefined) return;
    const { bottom, top } = shown.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) hide();
    else place(box, shown);
  };
  document.addEventListener("scroll", follow, { passive: true });
}
