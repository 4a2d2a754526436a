import { describe, expect, it } from 'vitest';
import type { Provider } from '../wallet/provider.ts';
import type { Memory } from './memory.ts';
import { openVisit } from './opening.ts';
import type { At, VisitEvent } from './places.ts';
import {
  APPROVE,
  calldata,
  connected,
  HASH,
  PAY,
  prepared,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-visits.ts';
import { sign } from './sign.ts';
import type { World } from './world.ts';

/** A page that is about to ask for a signature, in a browser that remembers a payment of the link. */
function tabBesideOneThatPaid() {
  const asked: string[] = [];
  const told: VisitEvent[] = [];
  const provider: Provider = {
    request: async ({ method }) => {
      asked.push(method);
      return null;
    },
  };
  const sent = { hash: HASH, at: 5_000, walletId: WALLET.id };
  const memory: Memory = {
    read: () => ({ sent, view: VIEW }),
    write: () => asked.push('memory.write'),
    forget: () => asked.push('memory.forget'),
    readProgress: () => undefined,
    writeProgress: () => undefined,
    forgetProgress: () => undefined,
  };
  const world: World = {
    config: { mode: 'production', apiUrl: '', clientId: '', token: 'a link', networks: {} },
    offer: () => undefined,
    view: VIEW,
    left: new AbortController(),
    stepsExpected: undefined,
    memory,
    api: {
      view: async () => viewed,
      calldata: async () => {
        asked.push('calldata');
        return calldata([PAY]);
      },
      tellStep: (step) => asked.push(step),
    },
    tell: (event) => told.push(event),
    provider: () => provider,
  };
  return { world, asked, told };
}

/** About to sign the first of these calls. */
function signing(calls: readonly unknown[], atOnce = false): At<'signing'> {
  const events: VisitEvent[] = [...connected, prepared(calldata(calls)), { type: 'go' }];
  const visit = walk(openVisit(viewed), events);
  if (visit.at !== 'signing') throw new Error(`the visit is at ${visit.at}`);
  return { ...visit, atOnce };
}

describe('two tabs of a browser', () => {
  it.each([
    ['the payment', signing([PAY])],
    ['approval and payment at once', signing([APPROVE, PAY], true)],
  ])(
    'ask for one signature: the second goes on with the first’s instead of %s',
    async (_, visit) => {
      const { world, asked, told } = tabBesideOneThatPaid();
      await sign(world, visit);
      expect(told).toEqual([{ type: 'sent', hash: HASH, now: 5_000 }]);
      expect(asked).toEqual([]);
    },
  );
});
