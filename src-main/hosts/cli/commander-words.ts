import type { Help } from 'commander';
import type { PlainCode } from '../../../src-core/messages/message.ts';
import { say } from './words.ts';

/** Commander's headings, in English, and their codes. */
const TITLES: Readonly<Record<string, PlainCode>> = {
  'Usage:': 'help-usage',
  'Options:': 'help-options',
  'Arguments:': 'help-arguments',
  'Commands:': 'help-commands',
  'Global Options:': 'help-global-options',
};

/** Localised help, as far as commander allows it. */
export function spokenHelp(): Partial<Help> {
  return {
    styleTitle: (title) => (title in TITLES ? say(TITLES[title] as 'help-usage') : title),
    styleOptionDescription: detailsSpoken,
    styleArgumentDescription: detailsSpoken,
  };
}

/** Localises `(choices: ..., default: ...)` after a description. */
function detailsSpoken(text: string): string {
  return text
    .replace(/(?<=[(,] ?)default: ([^,()]*)(?=[,)])/, (_, value: string) => say('help-default', { value }))
    .replace(/(?<=\()choices: /, say('help-choices', { choices: '' }));
}

/**
 * Localises commander's usage errors: one sentence without `error: `, followed by commander's suggestion on the
 * same line. An unknown sentence is returned unchanged.
 */
export function usageText(text: string): string {
  const [error, suggestion] = text
    .trim()
    .replace(/^error: /, '')
    .split(/\n(?=\(Did you mean)/);
  return suggestion === undefined ? errorText(error) : `${errorText(error)} ${suggestionText(suggestion)}`;
}

type Pattern = readonly [RegExp, (...groups: string[]) => string];

const ERRORS: readonly Pattern[] = [
  [/^unknown option '(.*)'$/, (option) => say('usage-unknown-option', { option })],
  [/^unknown command '(.*)'$/, (command) => say('usage-unknown-command', { command })],
  [/^missing required argument '(.*)'$/, (argument) => say('usage-missing-argument', { argument })],
  [/^option '(.*)' argument missing$/, (option) => say('usage-option-argument', { option })],
  [/^required option '(.*)' not specified$/, (option) => say('usage-required-option', { option })],
  [
    /^option '(.*)' cannot be used with option '(.*)'$/,
    (option, other) => say('usage-conflict', { option, other }),
  ],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    (option, value, why) => say('usage-invalid-option', { option, value, why: choicesText(why) }),
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*)$/s,
    (value, argument, why) => say('usage-invalid-argument', { value, argument, why: choicesText(why) }),
  ],
  [
    /^too many arguments for '(.*)'\. Expected (\d+) arguments? but got (\d+)/,
    (command, expected, count) => say('usage-excess', { command, expected, count }),
  ],
  [
    /^too many arguments\. Expected (\d+) arguments? but got (\d+)/,
    (expected, count) => say('usage-excess-program', { expected, count }),
  ],
];

function errorText(error: string): string {
  for (const [pattern, words] of ERRORS) {
    const match = pattern.exec(error);
    if (match) return words(...match.slice(1));
  }
  return error;
}

function choicesText(why: string): string {
  const choices = /^Allowed choices are (.*)\.$/.exec(why)?.[1];
  return choices === undefined ? why : say('usage-choices', { choices });
}

function suggestionText(suggestion: string): string {
  const several = /^\(Did you mean one of (.*)\?\)$/.exec(suggestion)?.[1];
  if (several !== undefined) return say('usage-similar-several', { several });
  const one = /^\(Did you mean (.*)\?\)$/.exec(suggestion)?.[1];
  return one === undefined ? suggestion : say('usage-similar', { one });
}
