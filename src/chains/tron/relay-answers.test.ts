import { Readable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { type Runtime, systemRuntime } from '../nodes/runtime.ts';
import type { TransactionRelay } from '../relay.ts';
import { tronChain } from './tron-chain.ts';

const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const ID = 'ab'.repeat(32);
const EXPIRES_AT = new Date('2026-11-22T12:05:00Z');
const NOW = new Date('2026-11-22T12:00:00Z');
const SENT = { transactionHash: `0x${ID}`, expiresAt: EXPIRES_AT } as const;
const CHECKED = { ...SENT, wallet: 'T', step: 0, bytes: '0a00' };

/** What one node answers to each path, one answer after the other; the last one stays. */
type Script = Readonly<Record<string, readonly unknown[]>>;

/** A relay over nodes with these answers, and the paths that each was sent. */
function relayOver(...scripts: readonly Script[]) {
  const sent: string[] = [];
  const runtime: Runtime = {
    ...systemRuntime,
    sleep: async () => undefined,
    openHttpPool: (origin) => {
      const index = Number(new URL(origin).hostname.split('.')[0]?.slice(1));
      const left = new Map(Object.entries(scripts[index] ?? {}));
      return {
        request: async ({ path, body: text }) => {
          const name = path.slice(1);
          sent.push(`${index} ${name}`);
          const isGenesis = text?.includes('id_or_num') === true;
          const [answer, ...later] = left.get(name) ?? [blockAt(isGenesis ? 0 : 80_000_000)];
          if (later.length > 0) left.set(name, later);
          const body = Readable.from([Buffer.from(JSON.stringify(answer))]);
          return { statusCode: answer === undefined ? 500 : 200, headers: {}, body };
        },
        destroy: async () => undefined,
      };
    },
    openWebSocket: () => {
      throw new Error('there is none');
    },
  };
  const { relay, prepare } = tronChain({
    network: NETWORKS.tron,
    rpcUrls: scripts.map((_, i) => `http://n${i}.example${i}.org`),
    pollMs: 20,
    now: () => NOW,
    log: pino({ enabled: false }),
    runtime,
  });
  invariant(relay !== undefined, 'the family has a relay');
  const broadcasts = () => sent.filter((one) => one.endsWith('broadcasthex'));
  return { relay, prepare, broadcasts };
}

const blockAt = (number: number, timestamp = 0) => ({
  blockID: GENESIS,
  block_header: { raw_data: { number, timestamp } },
});
/** From when on a transaction that no node has is known to be in no block. */
const ABSENT_FROM_MS = EXPIRES_AT.getTime() + 60_000;
const solidifiedAt = (offsetMs: number) => [blockAt(70_000_000, ABSENT_FROM_MS + offsetMs)];
const holding = (contractRet: string, txID = ID) => [{ txID, ret: [{ contractRet }] }];
const outcomeBy = async (relay: TransactionRelay) => (await relay.readOutcomes([SENT]))[0];
const view = (offsetMs: number, found: readonly unknown[] = [{}]): Script => ({
  'walletsolidity/getblock': solidifiedAt(offsetMs),
  'walletsolidity/gettransactionbyid': found,
});
const duplicate = { result: false, code: 'DUP_TRANSACTION_ERROR', message: 'dup transaction' };
const nowhere = { 'wallet/gettransactionbyid': [{}], 'wallet/gettransactionfrompending': [{}] };

describe('what became of a transaction by several nodes', () => {
  it('is nothing only where all that answer have a solidified block a minute past its expiry', async () => {
    expect(await outcomeBy(relayOver(view(0), view(3_000)).relay)).toBe('absent');
    expect(await outcomeBy(relayOver(view(0), view(-1)).relay)).toBe('open');
    expect(await outcomeBy(relayOver(view(-1)).relay)).toBe('open');
  });

  it('is what the node says that has it, whatever the others lack', async () => {
    const has = (result: string) => view(0, holding(result));
    expect(await outcomeBy(relayOver(view(0), has('SUCCESS')).relay)).toBe('succeeded');
    expect(await outcomeBy(relayOver(view(0), has('OUT_OF_ENERGY')).relay)).toBe('failed');
    expect(await outcomeBy(relayOver(has('REVERT'), has('SUCCESS')).relay)).toBe('succeeded');
  });

  it('is no failure by the word of one node while it may still be executed by that of another', async () => {
    const says = view(0, holding('REVERT'));
    expect(await outcomeBy(relayOver(view(-1), says).relay)).toBe('open');
    expect(await outcomeBy(relayOver(says).relay)).toBe('failed');
  });

  it('is unknown where nodes answer about another transaction, or nothing that can be read', async () => {
    const other = view(0, holding('SUCCESS', 'cd'.repeat(32)));
    await expect(outcomeBy(relayOver(other).relay)).rejects.toThrow(Outage);
    expect(await outcomeBy(relayOver(other, view(0)).relay)).toBe('absent');
    await expect(outcomeBy(relayOver(view(0, [{ other: true }])).relay)).rejects.toThrow(Outage);
  });

  it('is no failure where a node leaves out how it ended', async () => {
    const endless = view(0, [{ txID: ID, ret: [{}] }]);
    await expect(outcomeBy(relayOver(endless).relay)).rejects.toThrow(Outage);
    expect(await outcomeBy(relayOver(endless, view(0, holding('REVERT'))).relay)).toBe('failed');
  });
});

describe('a transaction that a node calls a duplicate', () => {
  it('is accepted where any node has it, in a block or waiting', async () => {
    const first = { 'wallet/broadcasthex': [duplicate], ...nowhere };
    for (const path of ['wallet/gettransactionbyid', 'wallet/gettransactionfrompending']) {
      const { relay, broadcasts } = relayOver(first, { ...nowhere, [path]: [{ txID: ID }] });
      expect(await relay.forward(CHECKED)).toMatchObject({ isAccepted: true, code: 'SUCCESS' });
      expect(broadcasts()).toEqual(['0 wallet/broadcasthex']);
    }
  });

  it('is sent to the others where none has it, and counts by what they say', async () => {
    const first = { 'wallet/broadcasthex': [duplicate], ...nowhere };
    const taken = { result: true, code: 'SUCCESS', message: '' };
    const takes = { 'wallet/broadcasthex': [taken], ...nowhere };
    expect(await relayOver(first, takes).relay.forward(CHECKED)).toMatchObject({
      isAccepted: true,
    });
    const refusal = { result: false, code: 'SIGERROR', message: 'Validate signature error' };
    const refuses = { 'wallet/broadcasthex': [refusal], ...nowhere };
    expect(await relayOver(first, refuses).relay.forward(CHECKED)).toEqual({
      isAccepted: false,
      isTransient: true,
      code: 'SIGERROR',
      message: 'Validate signature error',
    });
    expect(await relayOver(first, first).relay.forward(CHECKED)).toMatchObject({
      isAccepted: false,
      code: 'DUP_TRANSACTION_ERROR',
    });
  });
});

describe('a refusal of a transaction that may have arrived all the same', () => {
  const refusal = { result: false, code: 'TAPOS_ERROR', message: 'Tapos check error' };
  const refuses = { 'wallet/broadcasthex': [refusal], ...nowhere };

  it('is passed on as one that decides nothing, where another node may have it', async () => {
    const passedOn = { isAccepted: false, isTransient: true, code: 'TAPOS_ERROR' };
    const silent = { 'wallet/broadcasthex': [undefined], ...nowhere };
    expect(await relayOver(silent, refuses).relay.forward(CHECKED)).toMatchObject(passedOn);
    const duplicates = { 'wallet/broadcasthex': [duplicate], ...nowhere };
    expect(await relayOver(duplicates, refuses).relay.forward(CHECKED)).toMatchObject(passedOn);
    const lonely = { result: false, code: 'NOT_ENOUGH_EFFECTIVE_CONNECTION', message: 'P2P' };
    const later = { 'wallet/broadcasthex': [lonely, refusal], ...nowhere };
    expect(await relayOver(later).relay.forward(CHECKED)).toMatchObject(passedOn);
  });

  it('decides where one node alone was sent it', async () => {
    expect(await relayOver(refuses).relay.forward(CHECKED)).toMatchObject({ isTransient: false });
  });
});

describe('an answer to a broadcast', () => {
  it('without a code counts by its result', async () => {
    const answering = (answer: unknown) => relayOver({ 'wallet/broadcasthex': [answer] }).relay;
    expect(await answering({ result: true }).forward(CHECKED)).toMatchObject({ code: 'SUCCESS' });
    expect(await answering({ message: 'words' }).forward(CHECKED)).toEqual({
      isAccepted: false,
      isTransient: false,
      code: 'OTHER_ERROR',
      message: 'words',
    });
    await expect(answering([]).forward(CHECKED)).rejects.toThrow(Outage);
  });

  it('of a busy node is passed on after three attempts', async () => {
    const busy = { result: false, code: 'SERVER_BUSY', message: 'Server busy.' };
    const { relay, broadcasts } = relayOver({ 'wallet/broadcasthex': [busy] });
    expect(await relay.forward(CHECKED)).toMatchObject({ isAccepted: false, isTransient: true });
    expect(broadcasts()).toHaveLength(3);
  });
});

describe('a transaction that is prepared', () => {
  const approval = {
    type: 'approval',
    tokenAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    units: 1n,
    spender: 'fee_proxy',
  } as const;
  const newestAt = (offsetMs: number) => ({
    'wallet/getblock': [blockAt(80_000_000, NOW.getTime() + offsetMs)],
  });
  const expiryOf = async (...scripts: readonly Script[]) => {
    const [prepared] = await relayOver(...scripts).prepare([approval], undefined);
    return Number(Object(prepared?.familyFields?.['raw_data']).expiration);
  };
  const DAY_MS = 24 * 60 * 60 * 1_000;

  it('is based on no block of the future, by which it would be valid for long', async () => {
    const fiveMinutesMs = EXPIRES_AT.getTime() - NOW.getTime();
    expect(await expiryOf(newestAt(0))).toBe(EXPIRES_AT.getTime());
    expect(await expiryOf(newestAt(DAY_MS), newestAt(0))).toBe(EXPIRES_AT.getTime());
    expect(await expiryOf(newestAt(fiveMinutesMs))).toBe(NOW.getTime() + 2 * fiveMinutesMs);
    await expect(expiryOf(newestAt(fiveMinutesMs + 1))).rejects.toThrow(Outage);
  });

  it('is based on no block by which nobody could sign it in time', async () => {
    const leastMs = EXPIRES_AT.getTime() - NOW.getTime() - 60_000;
    expect(await expiryOf(newestAt(-leastMs))).toBe(NOW.getTime() + 60_000);
    expect(await expiryOf(newestAt(-leastMs - 1), newestAt(0))).toBe(EXPIRES_AT.getTime());
    await expect(expiryOf(newestAt(-leastMs - 1))).rejects.toThrow(Outage);
  });
});
