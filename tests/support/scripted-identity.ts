import { z } from 'zod';
import { Outage, Refusal } from '#kit/failure.ts';
import type {
  IdentityCheck,
  IdentityProvider,
  IdentityProviders,
  IdentityStatus,
} from '#providers/identity-provider.ts';

/** What a test lets a provider say. */
interface Scripted {
  readonly status: IdentityStatus;
  readonly at?: Date;
}

/** A provider in memory that says what a test decides, with the calls that were made. */
export interface ScriptedIdentity {
  readonly providers: IdentityProviders;
  readonly calls: string[];
  /** Whether it answers. */
  isDown: boolean;
  /** What is said of a check from now on, by its reference of ours. */
  readonly decided: Map<string, Scripted>;
  /** Runs within the next read, after the state was read. */
  duringRead: (() => Promise<unknown>) | undefined;
  /** What is answered in place of the truth about whom a check is of. */
  userRefAnswered: string | undefined;
}

const Callback = z.object({ id: z.string().optional(), userRef: z.string().optional() });

/** Callbacks carry this in place of a signature. */
export const SCRIPTED_SIGNATURE = 'signed-by-the-script';

/** Opens the provider; its pages end an hour after the time of `now`. */
export function scriptedIdentity(now: () => Date): ScriptedIdentity {
  const calls: string[] = [];
  const decided = new Map<string, Scripted>();
  const script: Omit<ScriptedIdentity, 'providers'> = {
    calls,
    decided,
    isDown: false,
    duringRead: undefined,
    userRefAnswered: undefined,
  };
  const answered = (call: string) => {
    calls.push(call);
    if (script.isDown) throw new Outage('the provider is down');
  };
  const starting: IdentityProvider = {
    name: 'scripted',
    levels: ['individual', 'business'],
    start: async ({ userRef, ttlSeconds }) => {
      answered(`start ${userRef}`);
      return {
        reference: `check-${userRef}`,
        url: `https://identity.example/${userRef}`,
        expiresAt: new Date(now().getTime() + ttlSeconds * 1_000),
      };
    },
    readStatus: async (reference): Promise<IdentityCheck> => {
      answered(`read ${reference}`);
      const userRef = reference.replace('check-', '');
      const { status, at } = decided.get(userRef) ?? { status: 'pending' };
      const { duringRead } = script;
      script.duringRead = undefined;
      await duringRead?.();
      return { reference, userRef: script.userRefAnswered ?? userRef, status, reasons: [], at };
    },
    parseCallback: ({ rawBody, headers }) => {
      if (headers['x-signature'] !== SCRIPTED_SIGNATURE) {
        throw new Refusal('callback_not_verified', 401, 'The signature is missing or wrong');
      }
      const { id, userRef } = Callback.parse(JSON.parse(rawBody.toString()));
      if (id === undefined || userRef === undefined) return undefined;
      // A callback that is believed would approve.
      const status = 'approved';
      return {
        eventId: id,
        reference: `check-${userRef}`,
        userRef,
        status,
        reasons: [],
        at: now(),
      };
    },
    checkAccess: async () => answered('check'),
  };
  const providers: IdentityProviders = {
    starting,
    all: [starting],
    find: (name) => (name === starting.name ? starting : undefined),
  };
  return Object.assign(script, { providers });
}
