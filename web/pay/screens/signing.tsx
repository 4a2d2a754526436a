import { Waiting } from '../../ui/parts.tsx';
import { billedMessages as messages } from '../messages/en/billed.ts';
import type { At } from '../page-state.ts';
import { type LaterScreen, money } from '../parts.tsx';
import { isUnlimited } from '../plan.ts';
import { loadedWalletConnect } from '../walletconnect-part.ts';
import { ClosedWindow } from './closed-window.tsx';
import { paidByCall } from './review.tsx';

/** A request is open in the wallet. */
export const Signing: LaterScreen<'signing'> = ({ state, frame }) => {
  const { wallet } = state.payer;
  const part = loadedWalletConnect();
  return (
    <>
      <Waiting text={frame.messages.confirmIn(wallet.name)} />
      <p class="lead">{asked(state)}</p>
      <p>{messages.signing.hint}</p>
      {part && <part.ToApp asked={wallet} />}
      <ClosedWindow />
    </>
  );
};

function asked(state: At<'signing'>): string {
  const [step] = state.plan.steps;
  if (state.atOnce) return messages.signing.atOnce(state.plan.steps.length);
  switch (step?.kind) {
    case 'reset':
      return messages.signing.reset;
    case 'approve':
      return messages.signing.approve(
        isUnlimited(step.units) ? messages.unlimited(step.asset.symbol) : money(step),
      );
    case 'fee':
      return messages.signing.pay(money(step.fee));
    default:
      return messages.signing.pay(paidByCall(state, step));
  }
}
