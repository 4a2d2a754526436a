import { beforeEach, describe, expect, it } from 'vitest';
import type { Chain, PreparedCall, TransactionOutcome, TransactionSender } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { hexOf } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { followRelayed } from './follow-relayed.ts';
import { type Relaying, relayOnce } from './relay-once.ts';
import { resendRemoved } from './resend-removed.ts';

const CALL = {
  to: '0x1111111111111111111111111111111111111111',
  data: '0x12',
  valueUnits: 0n,
} as const;
const SENDER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const OTHER_SENDER = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955';
const HASH = hexOf(Buffer.alloc(32, 7));

/** What nodes and the sender do in a test, and what they were handed. */
interface World {
  cost: bigint;
  balance: bigint;
  refused: string | undefined;
  nextNonce: bigint;
  usedNonces: bigint;
  /** The same in a block as deep as payments count, where that differs. */
  deepNonces?: bigint;
  head: bigint;
  /** Whether fees are as high as they get. */
  isHigh: boolean;
  /** What no node answers as it should. */
  failing?: Hex;
  readonly outcomes: Map<Hex, TransactionOutcome>;
  readonly sent: string[];
  /** Whose nonces were read. */
  readonly readOf: string[];
}

let world: World;
const database = useTestDatabase();
let ctx: Context;
let accountId: string;
let now = TEST_TIME;

function priced(price: string): PreparedCall {
  return {
    call: CALL,
    balanceUnits: world.balance,
    costUnits: world.cost,
    nextNonce: world.nextNonce,
    limits: { price },
  };
}

const sender: TransactionSender = {
  address: SENDER,
  prepare: async () => (world.refused === undefined ? priced('1') : { refused: world.refused }),
  raise: async ({ limits }) =>
    world.isHigh ? undefined : priced(String(Number(limits['price']) + 1)),
  readBalance: async () => world.balance,
  readTypicalCost: async () => 1n,
  readNonces: async (address) => {
    world.readOf.push(address);
    return { newest: world.usedNonces, deep: world.deepNonces ?? world.usedNonces };
  },
  sign: async ({ limits }, nonce) => {
    const signed = hexOf(Buffer.from(`${nonce} at ${limits['price']}`));
    return { signed, transactionHash: keccak256(Buffer.from(signed)) };
  },
};

const plain = stillChain('sepolia');
const connectedBy = (by: TransactionSender): Chain => ({
  ...plain,
  sender: by,
  broadcast: async (signed) => {
    world.sent.push(Buffer.from(signed.slice(2), 'hex').toString());
    return HASH;
  },
  readOutcome: async (hash) => {
    if (hash === world.failing) throw new Error('an answer of another form');
    return world.outcomes.get(hash);
  },
  readHead: async () => world.head,
});
const chain = connectedBy(sender);

beforeEach(async () => {
  now = TEST_TIME;
  world = {
    cost: 10n ** 15n,
    balance: 10n ** 18n,
    refused: undefined,
    nextNonce: 0n,
    usedNonces: 0n,
    head: 10n,
    isHigh: false,
    outcomes: new Map(),
    sent: [],
    readOf: [],
  };
  await database.db.deleteFrom('relayed_transaction').execute();
  ctx = testContext({ db: database.db, now: () => now, chains: connected(chain) });
  accountId = await insertAccount(ctx.db);
});

let count = 0;
function relaying(changes: Partial<Relaying> = {}): Relaying {
  count += 1;
  const checkDue = async () => undefined;
  const named = { purpose: `payment ${count}`, subject: `request ${count}` };
  return { chain, call: CALL, accountId, checkDue, ...named, ...changes };
}

async function rows() {
  return await database.db
    .selectFrom('relayed_transaction')
    .select(['nonce', 'outcome', 'cost_units', 'limits'])
    .orderBy('id')
    .execute();
}

/** The hash of what was signed for a nonce at a price. */
const hashOf = (text: string) => keccak256(Buffer.from(hexOf(Buffer.from(text))));
const inBlock = (status: TransactionOutcome['status'], number: bigint) => ({
  status,
  block: { number, hash: HASH },
});

async function later(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms);
  await followRelayed(ctx, 10);
}

describe('a transaction with the operator’s key', () => {
  it('is stored and sent once for its purpose', async () => {
    const one = relaying();
    expect(await relayOnce(ctx, one)).toBeUndefined();
    expect(await relayOnce(ctx, one)).toBeUndefined();
    expect(world.sent).toEqual(['0 at 1']);
    expect(await rows()).toMatchObject([{ nonce: 0n, outcome: null }]);
  });

  it('gets a nonce of its own, above those of the network and of this installation', async () => {
    world.nextNonce = 5n;
    await Promise.all([1, 2, 3].map(() => relayOnce(ctx, relaying())));
    expect((await rows()).map(({ nonce }) => nonce)).toEqual([5n, 6n, 7n]);
  });

  it('is not signed where the simulation reverts, nothing is due or the sender has too little', async () => {
    world.refused = 'why';
    expect(await relayOnce(ctx, relaying())).toBe('why');
    world.refused = undefined;
    const isOver = async () => {
      throw new Error('over');
    };
    await expect(relayOnce(ctx, relaying({ checkDue: isOver }))).rejects.toThrow('over');
    world.balance = 0n;
    await expect(relayOnce(ctx, relaying())).rejects.toThrow('too little coin');
    expect([world.sent, await rows()]).toEqual([[], []]);
  });

  it('waits for another about the same, until that has ended', async () => {
    const subject = 'one request';
    await relayOnce(ctx, relaying({ subject }));
    const other = relaying({ subject });
    await expect(relayOnce(ctx, other)).rejects.toMatchObject({ code: 'payment_already_sent' });
    world.outcomes.set(hashOf('0 at 1'), inBlock('success', 10n));
    await later(5_000);
    expect(await relayOnce(ctx, other)).toBeUndefined();
  });

  it('counts towards the budget of its account and day', async () => {
    const budget = 10n ** 17n;
    world.cost = budget / 2n + 1n;
    await relayOnce(ctx, relaying());
    await expect(relayOnce(ctx, relaying())).rejects.toMatchObject({ code: 'relay_budget_used' });
    await relayOnce(ctx, relaying({ accountId: await insertAccount(ctx.db) }));
    now = new Date(TEST_TIME.getTime() + 86_400_000);
    await relayOnce(ctx, relaying());
    expect(world.sent).toHaveLength(3);
  });

  it('costs all accounts together no more than twenty times that budget, as any wallet opens one', async () => {
    world.cost = 10n ** 17n;
    world.balance = 10n ** 20n;
    for (let i = 0; i < 20; i += 1) {
      await relayOnce(ctx, relaying({ accountId: await insertAccount(ctx.db) }));
    }
    const next = async () => relayOnce(ctx, relaying({ accountId: await insertAccount(ctx.db) }));
    await expect(next()).rejects.toMatchObject({ code: 'relay_budget_used' });
    expect(world.sent).toHaveLength(20);
    now = new Date(TEST_TIME.getTime() + 86_400_000);
    await next();
    expect(world.sent).toHaveLength(21);
  });

  it('counts towards the budget of all accounts, whichever key has sent it', async () => {
    const settings = { ...ctx.settings, relayTotalBudgetOf: () => 2n * 10n ** 17n };
    ctx = { ...ctx, settings };
    world.cost = 10n ** 17n;
    const anybody = async () => relaying({ accountId: await insertAccount(ctx.db) });
    await relayOnce(ctx, await anybody());
    const earlierKey = { ...chain, sender: { ...sender, address: OTHER_SENDER } };
    await relayOnce(ctx, { ...(await anybody()), chain: earlierKey });
    await expect(relayOnce(ctx, await anybody())).rejects.toMatchObject({
      code: 'relay_budget_used',
    });
    now = new Date(TEST_TIME.getTime() + 86_400_000);
    await relayOnce(ctx, await anybody());
    expect(world.sent).toHaveLength(3);
  });

  it('spends no more than the budget where many are sent at once', async () => {
    world.cost = 10n ** 17n / 3n;
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => relayOnce(ctx, relaying())));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(world.sent).toHaveLength(3);
  });
});

describe('a transaction that was sent', () => {
  it('ends once its block is as deep as a payment counts', async () => {
    const settings = {
      ...ctx.settings,
      confirmationsFor: () => ({ by: 'depth', blocks: 3 }) as const,
    };
    ctx = { ...ctx, settings };
    await relayOnce(ctx, relaying());
    world.outcomes.set(hashOf('0 at 1'), inBlock('success', 9n));
    await later(5_000);
    expect(await rows()).toMatchObject([{ outcome: null }]);
    world.head = 11n;
    await later(5_000);
    expect(await rows()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('is sent again while it is in no block, the same bytes first, then with higher fees', async () => {
    await relayOnce(ctx, relaying());
    await later(5_000);
    await later(120_000);
    await later(5_000);
    expect(world.sent).toEqual(['0 at 1', '0 at 1', '0 at 2', '0 at 2']);
    world.outcomes.set(hashOf('0 at 1'), inBlock('success', 10n));
    await later(5_000);
    expect(await rows()).toMatchObject([{ nonce: 0n, outcome: 'succeeded' }]);
  });

  it('is sent as it was signed where its fees are not raised any more', async () => {
    world.isHigh = true;
    await relayOnce(ctx, relaying());
    await later(125_000);
    expect(world.sent).toEqual(['0 at 1', '0 at 1']);
  });

  it('that reverted, or whose nonce another has, can be sent anew', async () => {
    const one = relaying();
    await relayOnce(ctx, one);
    world.outcomes.set(hashOf('0 at 1'), inBlock('reverted', 10n));
    await later(5_000);
    await relayOnce(ctx, one);
    world.usedNonces = 2n;
    world.nextNonce = 2n;
    await later(60_000);
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['failed', 'displaced']);
    await relayOnce(ctx, one);
    expect(world.sent).toEqual(['0 at 1', '1 at 1', '2 at 1']);
  });

  it('is not taken for displaced where the node that has its receipt is behind', async () => {
    await relayOnce(ctx, relaying());
    world.usedNonces = 1n;
    await later(5_000);
    expect(await rows()).toMatchObject([{ outcome: null }]);
    world.outcomes.set(hashOf('0 at 1'), inBlock('success', 10n));
    await later(5_000);
    expect(await rows()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(world.sent).toEqual(['0 at 1']);
  });

  it('is followed also while another cannot be', async () => {
    await relayOnce(ctx, relaying());
    await relayOnce(ctx, relaying());
    world.failing = hashOf('0 at 1');
    world.outcomes.set(hashOf('1 at 1'), inBlock('success', 10n));
    await expect(later(5_000)).rejects.toThrow('an answer of another form');
    expect(await rows()).toMatchObject([{ outcome: null }, { outcome: 'succeeded' }]);
  });

  it('costs no more than its account’s budget and the sender’s coin, however long it waits', async () => {
    await relayOnce(ctx, relaying());
    world.balance = world.cost - 1n;
    await later(120_000);
    world.balance = 10n ** 19n;
    world.cost = 10n ** 17n + 1n;
    await later(120_000);
    expect(world.sent).toEqual(['0 at 1', '0 at 1', '0 at 1']);
    world.cost = 10n ** 17n;
    await later(120_000);
    expect(world.sent.at(-1)).toBe('0 at 2');
  });

  it('gets higher fees ever less often', async () => {
    await relayOnce(ctx, relaying());
    for (let minute = 0; minute < 120; minute += 1) await later(60_000);
    expect(world.sent.at(-1)).toBe('0 at 6');
  });

  it('keeps its fees while one before it is in no block', async () => {
    await relayOnce(ctx, relaying());
    await relayOnce(ctx, relaying());
    await later(120_000);
    expect(world.sent).toEqual(['0 at 1', '1 at 1', '0 at 2', '1 at 1']);
  });

  it('is displaced only once another one is as deep as a payment counts', async () => {
    await relayOnce(ctx, relaying());
    world.usedNonces = 1n;
    world.deepNonces = 0n;
    await later(60_000);
    expect(await rows()).toMatchObject([{ outcome: null }]);
    world.deepNonces = 1n;
    await later(5_000);
    expect(await rows()).toMatchObject([{ outcome: 'displaced' }]);
  });

  it('is preceded again by those that a reorg has removed after their end', async () => {
    await relayOnce(ctx, relaying());
    world.outcomes.set(hashOf('0 at 1'), inBlock('success', 10n));
    world.usedNonces = 1n;
    await later(5_000);
    world.outcomes.clear();
    world.usedNonces = 0n;
    await relayOnce(ctx, relaying());
    await later(5_000);
    expect(world.sent).toEqual(['0 at 1', '1 at 1', '0 at 1', '1 at 1']);
  });

  it('is sent again in the order of nonces where a reorg has removed it after its end, while nothing else is sent', async () => {
    expect(await resendRemoved(ctx)).toBe(0);
    await relayOnce(ctx, relaying());
    await relayOnce(ctx, relaying());
    world.outcomes.set(hashOf('0 at 1'), inBlock('success', 10n));
    world.outcomes.set(hashOf('1 at 1'), inBlock('reverted', 10n));
    world.usedNonces = 2n;
    await later(5_000);
    expect(await resendRemoved(ctx)).toBe(0);
    world.usedNonces = 0n;
    expect(await resendRemoved(ctx)).toBe(2);
    expect(world.sent.slice(2)).toEqual(['0 at 1', '1 at 1']);
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
  });

  it('of a key that was replaced is sent again as it is, and signed by no other key', async () => {
    await relayOnce(ctx, relaying());
    const chain = connectedBy({ ...sender, address: OTHER_SENDER });
    ctx = { ...ctx, chains: connected(chain) };
    await later(120_000);
    expect(world.sent).toEqual(['0 at 1', '0 at 1']);
    await relayOnce(ctx, relaying({ chain }));
    expect((await rows()).map(({ nonce }) => nonce)).toEqual([0n, 0n]);
    expect(world.readOf).toEqual([SENDER]);
  });

  it('is followed by one process at a time', async () => {
    await relayOnce(ctx, relaying());
    now = new Date(now.getTime() + 5_000);
    const due = await Promise.all([followRelayed(ctx, 10), followRelayed(ctx, 10)]);
    expect(due.toSorted()).toEqual([0, 1]);
  });
});
