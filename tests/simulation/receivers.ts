import { createHash } from 'node:crypto';
import { Outage } from '#kit/failure.ts';
import type { OutboundPoster } from '#platform/outbound/outbound.ts';
import type { Dice } from './dice.ts';

/** How a receiver behaves at the moment. */
const MOODS = ['well', 'well', 'failing', 'hanging', 'flaky'] as const;
type Mood = (typeof MOODS)[number];

/** The receivers of webhooks, in simulated time: what hangs has timed out at once. */
export interface Receivers {
  readonly outbound: OutboundPoster;
  /** By delivery: what was accepted, and how often it was posted. */
  readonly got: Map<string, { readonly body: string; accepted: number; posted: number }>;
  /** Bodies that changed between two posts of one delivery. */
  readonly changed: string[];
  /** Lets one of them, or all, change how they behave. */
  round(): string;
  heal(): void;
}

/** Opens receivers that are all well. */
export function fakeReceivers(dice: Dice): Receivers {
  const moods = new Map<string, Mood>();
  const got: Receivers['got'] = new Map();
  const changed: string[] = [];
  const statusOf = (url: string): number => {
    const mood = moods.get(url) ?? 'well';
    if (mood === 'hanging') throw new Outage('no answer in time');
    if (mood === 'failing') return 500;
    return mood === 'well' || dice.isHit(0.5) ? 204 : 503;
  };
  return {
    got,
    changed,
    round: () => {
      const url = dice.pick(
        ['one', 'two', 'three'].map((name) => `https://${name}.receivers.net/hook`),
      );
      const mood = dice.pick(MOODS);
      moods.set(url, mood);
      return `${url} ${mood}`;
    },
    heal: () => moods.clear(),
    outbound: {
      post: async ({ url, headers, body }) => {
        const id = headers['x-service-delivery'] ?? '';
        const digest = createHash('sha256').update(body).digest('hex');
        const entry = got.get(id) ?? { body: digest, accepted: 0, posted: 0 };
        got.set(id, entry);
        if (entry.body !== digest) changed.push(id);
        entry.posted += 1;
        const status = statusOf(url);
        if (status < 300) entry.accepted += 1;
        return { status, durationMs: 1, excerpt: '' };
      },
    },
  };
}
