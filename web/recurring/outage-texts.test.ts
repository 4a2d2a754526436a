import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { PageConfig } from './config.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import { sampleBody, sampleContractOf } from './sample-schedule.ts';
import { readSchedule } from './schedule.ts';
import { initialState, nextState } from './transitions.ts';

const TOKEN = '01K8Z3N5T7V9X1B3D5F7H9J1M3';
const CONFIG: PageConfig = {
  ...{ mode: 'production', apiUrl: 'https://api.example', clientId: 'cli', token: TOKEN },
  networks: {},
};

/** What the page says where the schedule was answered like this. */
function textOf(status: number): string {
  const body = sampleBody({ network: 'tron' });
  const schedule = status === 200 ? readSchedule(body, sampleContractOf) : undefined;
  const viewed = { type: 'viewed', answer: { status, body }, schedule, nowS: 0 } as const;
  const still = () => undefined;
  const frame = { config: CONFIG, messages, copied: undefined, dispatch: still, copy: still };
  const state = nextState(initialState(TOKEN), viewed);
  return renderToString(h(Page, { state, frame }));
}

it.each([
  [503, 'unreachable'],
  [429, 'limited'],
  [404, 'unknown'],
  [200, 'unsupported'],
] as const)(
  'names no money where nothing is known of the schedule, as payments of it may have been made: %d',
  (status, at) => {
    const text = textOf(status);
    expect(text).toContain(messages[at].title);
    expect(text).not.toMatch(/charged|paid/i);
  },
);
