import { pause } from '../engine/wait.ts';
import { rpcUrlOf } from '../wallet/relay.ts';
import { dropPayment, moveFees } from './move-fees.ts';
import type { At, StepOutcome } from './page-state.ts';
import { SETTLING_POLL_MS, type World, withWallet } from './world.ts';

/** Follows an approval, or a part of the payment, until a block holds it. */
export async function followApproval(world: World, state: At<'approving'>): Promise<void> {
  if (state.link.networkId === 'tron') {
    const tron = await import('./tron/pay-tron.ts');
    return await tron.followTronApproval(world, state);
  }
  const { signal } = world;
  // Where it does not load, the wallet has nothing to do with it, and what was sent is followed after a reload.
  const evm = await import('../wallet/evm.ts');
  await withWallet(world, state.payer.wallet.id, async (provider) => {
    let { hash } = state;
    const end = (outcome: StepOutcome) => {
      if (signal.aborted) return;
      world.dispatch({ type: 'step_ended', hash, outcome });
    };
    await evm.follow(
      { provider },
      { hash: state.hash, at: Date.now(), signal },
      {
        onMined: () => end('mined'),
        onVanished: () => undefined,
        onReverted: () => {
          void moveFees(world, state.hash);
          end('reverted');
        },
        onReplaced: (replaced) => {
          hash = replaced;
        },
        onCancelled: () => end('dropped'),
        onLost: () => end('dropped'),
      },
    );
  });
}

/** Follows a payment until the page is closed or nothing more can happen to it. */
export async function followPayment(world: World, state: At<'confirming'>): Promise<void> {
  if (state.link.networkId === 'tron') {
    const tron = await import('./tron/pay-tron.ts');
    return await tron.followTronPayment(world, state);
  }
  const { signal } = world;
  const evm = await import('../wallet/evm.ts');
  const { networkId, network } = state.link;
  const chain = {
    chainId: network.chainId,
    rpcUrl: rpcUrlOf(world.config.networks, networkId),
  };
  const readerNow = () => evm.findReader(world.provider(state.sent.walletId), chain);
  let reader = await readerNow();
  while (reader === undefined) {
    // Without a node only the API shows the progress; a wallet may still announce itself.
    await pause(SETTLING_POLL_MS);
    if (signal.aborted) return;
    reader = await readerNow();
  }
  const { at, walletId } = state.sent;
  let { hash } = state.sent;
  await evm.follow(
    reader,
    // What was in a block once is not waited for as long as what was just sent.
    { hash, at: state.vanished ? 0 : at, signal },
    {
      onMined: (confirmations, block) =>
        world.dispatch({ type: 'payment_mined', confirmations, block }),
      onVanished: () => world.dispatch({ type: 'vanished' }),
      onReverted: (reverted) => {
        void moveFees(world, reverted);
        world.dispatch({ type: 'payment_reverted', hash: reverted });
      },
      onReplaced: (replaced) => {
        void moveFees(world, hash, replaced);
        const sent = { hash: replaced, at, walletId };
        // Another tab may have followed it to its end, and sent another payment.
        if (world.memory.read()?.sent?.hash === hash)
          world.memory.write({ sent, chain: state.link.networkId, view: world.view });
        hash = replaced;
        world.dispatch({ type: 'replaced', hash: replaced });
      },
      onCancelled: () => {
        dropPayment(world, hash);
        world.dispatch({ type: 'cancelled' });
      },
      onLost: () => world.dispatch({ type: 'lost' }),
    },
  );
}
