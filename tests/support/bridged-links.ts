import { expect } from 'vitest';
import { ARRIVES, type BridgedSandbox } from './bridged-sandbox.ts';
import { PAYEE, PAYER } from './route-sample.ts';

/** A link over USDC on Base. */
interface BridgedLink {
  readonly token: string;
  readonly requestId: string;
  /** What the wallets of payer and payee have more since it was made, in USDC. */
  moved(): Promise<Holdings>;
}

interface Holdings {
  /** On Arbitrum. */
  readonly payer: bigint;
  readonly payerOnBase: bigint;
  readonly payee: bigint;
}

/** Makes a link over some USDC on Base. */
export async function newBridgedLink(
  bridged: BridgedSandbox,
  amount: string,
): Promise<BridgedLink> {
  const holdings = async (): Promise<Holdings> => ({
    payer: await bridged.balance('arbitrum-one', PAYER),
    payerOnBase: await bridged.balance('base', PAYER),
    payee: await bridged.balance('base', PAYEE),
  });
  const { token, requestIds } = await bridged.world.createLink(amount);
  const [requestId] = requestIds;
  const before = await holdings();
  return {
    token,
    requestId,
    moved: async () => {
      const now = await holdings();
      return {
        payer: now.payer - before.payer,
        payerOnBase: now.payerOnBase - before.payerOnBase,
        payee: now.payee - before.payee,
      };
    },
  };
}

/** Waits until a link is completed. */
export async function untilCompleted({ world }: BridgedSandbox, token: string): Promise<void> {
  await expect
    .poll(() => world.read(token), ARRIVES)
    .toMatchObject({ status: 409, body: { status: 'completed' } });
}

/** Waits until the only intent of an open link has come so far. */
export async function untilIntentIs(
  bridged: BridgedSandbox,
  token: string,
  status: string,
): Promise<void> {
  await expect
    .poll(async () => (await bridged.intents(token)).map((one) => one.status), ARRIVES)
    .toEqual([status]);
}
