import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FrameMessage, meetSafe, type SafeInterface } from './safe-interface.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ORIGIN = 'https://app.safe.global';
const OTHER = 'https://safe.example.com';
const SAFE = '0x41675C099F32341bf84BFc5382aF534df5C7461a';
const INFO = { safeAddress: SAFE, chainId: 8453, threshold: 2, owners: [], isReadOnly: false };

interface Posted {
  readonly message: { readonly id: string; readonly method: string; readonly params?: unknown };
  readonly target: string;
}

/** A window within that of a parent; what is posted to the parent is kept, and tests deliver what comes. */
function frameOf() {
  const posted: Posted[] = [];
  const listeners: ((event: FrameMessage) => void)[] = [];
  const parent = {
    postMessage: (message: Posted['message'], target: string) =>
      void posted.push({ message, target }),
  };
  const frame = {
    parent,
    addEventListener: (_type: 'message', listener: (event: FrameMessage) => void) =>
      void listeners.push(listener),
  };
  const deliver = (data: unknown, from: Partial<FrameMessage> = {}) => {
    for (const listener of listeners) listener({ source: parent, origin: ORIGIN, data, ...from });
  };
  const newest = () => {
    const last = posted.at(-1)?.message;
    if (last === undefined) throw new Error('nothing was posted');
    return last;
  };
  /** Answers the newest question as the interface does. */
  const answer = (data: unknown) =>
    deliver({ id: newest().id, success: true, version: '9.1.0', data });
  return { frame, posted, deliver, answer, newest };
}

async function metSafe() {
  const scene = frameOf();
  const meeting = meetSafe(scene.frame, [OTHER, ORIGIN]);
  scene.answer(INFO);
  const safe = await meeting;
  if (safe === undefined) throw new Error('no Safe was met');
  return { ...scene, safe };
}

/** What a promise came to until now. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const settled = promise.then(
    () => 'answered',
    () => 'refused',
  );
  return await Promise.race([settled, Promise.resolve().then(async () => 'open')]);
}

describe('the first question', () => {
  it('is posted to each exact origin of the setting and to no other, as the protocol has it', async () => {
    const { posted } = await metSafe();
    expect(posted.map(({ target }) => target)).toEqual([OTHER, ORIGIN]);
    expect(posted[0]?.message).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      method: 'getSafeInfo',
      env: { sdkVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    expect(posted[1]?.message).toEqual(posted[0]?.message);
  });

  it('names the Safe, its chain and whether its user can only look', async () => {
    const { safe } = await metSafe();
    expect(safe.info).toEqual({ address: SAFE, chainId: 8453, isReadOnly: false });
  });

  it('is asked again while nobody answers, and ends without a Safe', async () => {
    const { frame, posted } = frameOf();
    const meeting = meetSafe(frame, [ORIGIN]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await meeting).toBeUndefined();
    expect(posted.length).toBeGreaterThan(2);
    expect(new Set(posted.map(({ message }) => message.id)).size).toBe(posted.length);
  });

  it('is answered late as well', async () => {
    const { frame, answer } = frameOf();
    const meeting = meetSafe(frame, [ORIGIN]);
    await vi.advanceTimersByTimeAsync(2_500);
    answer(INFO);
    expect(await meeting).toBeDefined();
  });

  it.each([
    ['no address', { ...INFO, safeAddress: undefined }],
    ['another address', { ...INFO, safeAddress: `${SAFE}00` }],
    ['a chain as text', { ...INFO, chainId: '8453' }],
    ['no whole chain', { ...INFO, chainId: 8453.5 }],
    ['nothing', null],
    ['a text', SAFE],
  ])('meets no Safe by an answer with %s', async (_what, data) => {
    const { frame, answer } = frameOf();
    const meeting = meetSafe(frame, [ORIGIN]);
    answer(data);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await meeting).toBeUndefined();
  });
});

describe('a forged answer', () => {
  type Forged = (answer: object, scene: Awaited<ReturnType<typeof metSafe>>) => void;
  const forgeries: readonly (readonly [string, Forged])[] = [
    ['of a frame beside', (answer, { deliver }) => deliver(answer, { source: {} })],
    ['of this window itself', (answer, { deliver, frame }) => deliver(answer, { source: frame })],
    ['without a source', (answer, { deliver }) => deliver(answer, { source: null })],
    [
      'of an origin that only begins so',
      (answer, { deliver }) => deliver(answer, { origin: `${ORIGIN}.example` }),
    ],
    [
      'of the same host without HTTPS',
      (answer, { deliver }) => deliver(answer, { origin: 'http://app.safe.global' }),
    ],
    ['of no origin', (answer, { deliver }) => deliver(answer, { origin: 'null' })],
    [
      'of another origin of the setting than the one that was met',
      (answer, { deliver }) => deliver(answer, { origin: OTHER }),
    ],
    ['with an unknown id', (answer, { deliver }) => deliver({ ...answer, id: '0123456789' })],
    ['without an id', (answer, { deliver }) => deliver({ ...answer, id: undefined })],
    ['with a number as its id', (answer, { deliver }) => deliver({ ...answer, id: 5 })],
    ['without a version', (answer, { deliver }) => deliver({ ...answer, version: undefined })],
    ['of version 0', (answer, { deliver }) => deliver({ ...answer, version: '0.4.2' })],
    [
      'that says neither yes nor no',
      (answer, { deliver }) => deliver({ ...answer, success: 'true' }),
    ],
    [
      'that is refused without a text',
      (answer, { deliver }) => deliver({ ...answer, success: false }),
    ],
    ['that is a text', (answer, { deliver }) => deliver(JSON.stringify(answer))],
    ['that is nothing', (_answer, { deliver }) => deliver(null)],
  ];

  it.each(forgeries)('%s is not read, and the true one still is', async (_what, forge) => {
    const scene = await metSafe();
    const { safe, newest, answer } = scene;
    const asked = safe.request('getTxBySafeTxHash', { safeTxHash: 'a' });
    forge({ id: newest().id, success: true, version: '9.1.0', data: 'forged' }, scene);
    expect(await stateOf(asked)).toBe('open');
    answer('true');
    expect(await asked).toBe('true');
  });

  it('of an earlier question is not read for a later one', async () => {
    const { safe, posted, deliver, answer } = await metSafe();
    const [first] = posted;
    const asked = safe.request('sendTransactions', { txs: [] });
    deliver({ id: first?.message.id, success: true, version: '9.1.0', data: 'again' });
    expect(await stateOf(asked)).toBe('open');
    answer({ safeTxHash: 'b' });
    expect(await asked).toEqual({ safeTxHash: 'b' });
  });
});

describe('a later question', () => {
  const propose = (safe: SafeInterface) => safe.request('sendTransactions', { txs: [] });

  it('is posted to the origin that answered, and never to another', async () => {
    const { safe, posted } = await metSafe();
    void propose(safe);
    expect(posted.slice(2).map(({ target }) => target)).toEqual([ORIGIN]);
  });

  it('is refused in the words of the interface', async () => {
    const { safe, newest, deliver } = await metSafe();
    const asked = propose(safe);
    const error = 'Transaction was rejected';
    deliver({ id: newest().id, success: false, version: '9.1.0', error });
    await expect(asked).rejects.toThrow(error);
  });

  it('waits for owners as long as they take, and for a read not so long', async () => {
    const { safe } = await metSafe();
    const asked = propose(safe);
    const read = safe.request('rpcCall', { call: 'eth_blockNumber', params: [] });
    read.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(await stateOf(asked)).toBe('open');
    await expect(read).rejects.toThrow('does not answer');
  });
});
