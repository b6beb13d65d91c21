import type { OptionSyntax } from "../codegen/help.js";
import type { Syntax } from "./syntax.js";

/** What completion knows of a command. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly syntax: Syntax | undefined;
}

type Write = (program: string, commands: readonly Completed[]) => string;

const writers: Readonly<Record<"bash" | "zsh" | "fish", Write>> = { bash, zsh, fish };

/** The shells that completion is written for. */
export const shells: readonly string[] = Object.keys(writers);

export const isShell = (name: string): name is keyof typeof writers => Object.hasOwn(writers, name);

/** A completion script, made from the same tables as the help pages. */
export const completionOf = (shell: keyof typeof writers, ...about: Parameters<Write>): string =>
  writers[shell](...about);

const optionsOf = ({ syntax }: Completed): readonly (readonly [name: string, option: OptionSyntax])[] =>
  Object.entries(syntax?.options ?? {});

/** First words of the verbs of a command. */
const verbsOf = ({ syntax }: Completed): readonly string[] => [
  ...new Set(Object.keys(syntax?.verbs ?? {}).map((verb) => verb.split(" ")[0] ?? "")),
];

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const functionOf = (program: string): string => `_${program.replaceAll("-", "_")}`;

function bash(program: string, commands: readonly Completed[]): string {
  const own = (one: Completed): string =>
    [...verbsOf(one), ...optionsOf(one).map(([name]) => `--${name}`), "--help"].join(" ");
  const cases = commands.map((one) => `    ${one.name}) words=${quoted(own(one))} ;;`);
  const values = commands.flatMap((one) =>
    optionsOf(one)
      .filter(([, { words }]) => words !== undefined)
      .map(([name, { words = [] }]) => `    ${quoted(`${one.name} --${name}`)}) words=${quoted(words.join(" "))} ;;`),
  );
  const names = commands.map(({ name }) => name).join(" ");
  return `# Completion for bash. In ~/.bashrc: source <(${program} completion bash)
${functionOf(program)}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} words=
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    completion) words=${quoted(shells.join(" "))} ;;
  esac
  if [ "$COMP_CWORD" = 1 ]; then words='${names} completion --help --version'; fi
  case "\${COMP_WORDS[1]} $before" in
${values.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${functionOf(program)} ${program}
`;
}

function zsh(program: string, commands: readonly Completed[]): string {
  const plain = (text: string): string => text.replace(/[\\[\]:]/g, String.raw`\$&`);
  const argument = ([name, { value, words, multiple, says }]: readonly [string, OptionSyntax]): string => {
    const spec = `${multiple === true ? "*" : ""}--${name}[${plain(says)}]`;
    const choice = words === undefined ? "_files" : `(${words.join(" ")})`;
    return quoted(value === undefined ? spec : `${spec}:${plain(value)}:${choice}`);
  };
  const cases = commands.map((one) => {
    const first = verbsOf(one).length === 0 ? "" : ` ${quoted(`1:what:(${verbsOf(one).join(" ")})`)}`;
    const all = optionsOf(one).map(argument).join(" ");
    return `    ${one.name}) _arguments ${all} '--help[show this help]'${first} '*:file:_files' ;;`;
  });
  const rows = commands.map(({ name, summary }) => `    ${quoted(`${name}:${plain(summary)}`)}`);
  return `#compdef ${program}
# Completion for zsh. In ~/.zshrc, after compinit: source <(${program} completion zsh)
${functionOf(program)}() {
  local -a commands=(
${rows.join("\n")}
    'completion:completion for a shell'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
    completion) _arguments ${quoted(`1:shell:(${shells.join(" ")})`)} ;;
  esac
}
compdef ${functionOf(program)} ${program}
`;
}

function fish(program: string, commands: readonly Completed[]): string {
  const words = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
  const lines = commands.flatMap((one) => {
    const within = `complete -c ${program} -n "__fish_seen_subcommand_from ${one.name}"`;
    return [
      `complete -c ${program} -n __fish_use_subcommand -a ${one.name} -d ${words(one.summary)}`,
      ...verbsOf(one).map((verb) => `${within} -a ${verb}`),
      ...optionsOf(one).map(([name, { value, words: offered, says }]) => {
        const choice = offered === undefined ? "" : ` -x -a ${words(offered.join(" "))}`;
        return `${within} -l ${name}${value === undefined ? "" : " -r"}${choice} -d ${words(says)}`;
      }),
    ];
  });
  return `# Completion for fish. Once: ${program} completion fish > ~/.config/fish/completions/${program}.fish
${lines.join("\n")}
complete -c ${program} -n __fish_use_subcommand -a completion -d 'completion for a shell'
complete -c ${program} -n "__fish_seen_subcommand_from completion" -x -a ${words(shells.join(" "))}
`;
}
