import { member } from '../../engine/members.ts';
import { pause } from '../../engine/wait.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { networkOf } from '../link.ts';
import { feesPaid, moveFees } from '../paid-fees.ts';
import { SETTLING_POLL_MS } from '../world.ts';
import type { FeesNotice, FeesPayer, SentFees } from './fees-state.ts';
import type { FeesWorld } from './fees-world.ts';

/** An approval of fees that was sent, and how many steps there were with it. */
interface SentApproval {
  readonly payer: FeesPayer;
  readonly hash: string;
  readonly networkId: string;
  readonly steps: number;
}

/** Follows an approval until a block holds it; returns whether it was not refused. */
export async function followFeesApproval(world: FeesWorld, sent: SentApproval): Promise<boolean> {
  const { payer, hash, networkId } = sent;
  if (networkId === 'tron') {
    const tron = await import('../tron/pay-tron.ts');
    return await tron.followTronFeesApproval(world, sent);
  }
  const provider = world.provider(payer.wallet.id);
  if (provider === undefined) return true;
  const evm = await import('../../wallet/evm.ts');
  const ended = new AbortController();
  const end = () => ended.abort();
  world.signal.addEventListener('abort', end);
  let isSound = true;
  const { signal } = ended;
  await evm.follow(
    { provider },
    { hash, at: Date.now(), signal },
    {
      onMined: end,
      onVanished: () => undefined,
      onReverted: () => {
        isSound = false;
      },
      onReplaced: () => undefined,
      onCancelled: end,
      onLost: end,
    },
  );
  return isSound;
}

/**
 * Follows fees that were sent until the API no longer lists them, or until the network shows that they
 * were not paid; only then they may be paid again.
 */
export async function followFees(world: FeesWorld, sent: SentFees): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  world.signal.addEventListener('abort', end);
  void followTransaction(world, sent, ended.signal);
  while (!ended.signal.aborted && world.state().at === 'sent') {
    const answer = await world.api.view();
    if (ended.signal.aborted) return;
    if (answer.status === 409) {
      world.dispatch({ type: 'reported', outstanding: member(answer.body, 'outstandingFees') });
      const isSeen = world.state().at !== 'sent';
      if (isSeen) world.memory.clear();
      if (isSeen) world.reportPaid(feesPaid(world.config.token));
      world.dispatchPage(answer);
    }
    await pause(SETTLING_POLL_MS);
  }
  end();
}

async function followTransaction(
  world: FeesWorld,
  sent: SentFees,
  signal: AbortSignal,
): Promise<void> {
  const { hash, at, walletId, networkId } = sent;
  const { token } = world.config;
  const fail = (failed: string, notice: FeesNotice) => {
    moveFees(token, failed);
    world.memory.clear();
    world.dispatch({ type: 'failed', notice });
  };
  if (networkId === 'tron') {
    const tron = await import('../tron/pay-tron.ts');
    const notice = await tron.followTronFees(world, sent, signal);
    if (notice !== undefined) fail(hash, notice);
    return;
  }
  const evm = await import('../../wallet/evm.ts');
  const reader = await evm.findReader(world.provider(walletId), {
    chainId: networkOf(networkId)?.chainId,
    rpcUrl: rpcUrlOf(world.config.networks, networkId),
  });
  if (reader === undefined) return;
  await evm.follow(
    reader,
    { hash, at, signal },
    {
      onMined: () => undefined,
      onVanished: () => undefined,
      onReverted: (reverted) => fail(reverted, 'reverted'),
      onReplaced: (replaced) => {
        moveFees(token, hash, replaced);
        world.memory.write({ ...sent, sent: { ...sent, hash: replaced } });
        world.dispatch({ type: 'replaced', hash: replaced });
      },
      onCancelled: () => fail(hash, 'dropped'),
      onLost: () => world.dispatch({ type: 'lost' }),
    },
  );
}

/** The payer saw in the wallet that a transaction was dropped, so its fees may be paid anew. */
export function dropFees(world: FeesWorld, { hash }: SentFees): void {
  moveFees(world.config.token, hash);
  world.memory.clear();
  world.dispatch({ type: 'failed', notice: 'dropped' });
}
