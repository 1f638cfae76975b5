import type { CommandOption } from '#parts/command-line/options.ts';

/** A screen that `open` leads to. */
export interface PromptScreen {
  name: string;
  label: string;
  address: string;
}

/** What the app lets commands act on; each can be done on a screen, too. */
export interface PromptContext {
  screens: readonly PromptScreen[];
  theme: string;
  themes: readonly string[];
  setTheme: (theme: string) => void;
}

export interface Answer {
  figures?: readonly (readonly [label: string, figure: string])[];
  lines?: readonly string[];
  /** What was not understood, or why the API refused it. */
  problems?: readonly string[];
  /** The screen that holds the answer. */
  link?: { address: string; label: string };
  /** A screen to open at once. */
  open?: string;
}

export interface Command {
  name: string;
  summary: string;
  usage: string;
  example: string;
  /** The address of the screen that it needs: who has no link to it does not have the command. */
  screen?: string;
  options?: readonly CommandOption[];
  /** The words that may follow, where the command takes no options. */
  words?: (context: PromptContext) => readonly string[];
  run: (words: readonly string[], context: PromptContext) => Answer | Promise<Answer>;
}
