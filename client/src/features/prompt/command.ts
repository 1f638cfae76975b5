import type { CommandOption } from '#parts/command-line/options.ts';

/** A screen that `open` leads to. */
interface PromptScreen {
  name: string;
  label: string;
  url: string;
  /** What the screen is for. */
  text?: string | undefined;
}

/** The actions that commands can use; the screens offer the same actions. */
export interface PromptContext {
  screens: readonly PromptScreen[];
  theme: string;
  themes: readonly string[];
  setTheme: (theme: string) => void;
}

export interface CommandOutput {
  figures?: readonly (readonly [label: string, figure: string])[];
  lines?: readonly string[];
  /** Parse errors, or the API's refusal. */
  problems?: readonly string[];
  /** The screen with the result. */
  link?: { url: string; label: string };
  /** A screen to open at once. */
  open?: string;
}

export interface Command {
  name: string;
  summary: string;
  usage: string;
  example: string;
  /** The path of the screen that the command needs: without a link to it, a user does not have the command. */
  screen?: string;
  options?: readonly CommandOption[];
  /** Possible arguments of a command without options. */
  words?: (context: PromptContext) => readonly string[];
  run: (words: readonly string[], context: PromptContext) => CommandOutput | Promise<CommandOutput>;
}
