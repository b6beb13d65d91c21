/** Shows the type of the name in code that the pointer is on, or that was tapped. Escape and scrolling close it. */
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

/** `folder` is where the files with the texts are: one for each page. */
export function showTypes(folder) {
  let shown;
  let box;
  const hide = () => {
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
    const { left, top, bottom } = name.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    box.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`;
  };
  const look = ({ target }) => {
    const name = target instanceof Element ? target.closest("[data-type]") : null;
    if (name !== null) void show(name);
    else if (box !== undefined && !box.contains(target)) hide();
  };
  document.addEventListener("pointerover", look);
  document.addEventListener("click", look);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", hide, { passive: true });
}
