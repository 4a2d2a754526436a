import { Busy, Title } from '../../ui/parts.tsx';
import { type LaterScreen, money } from '../parts.tsx';
import type { At } from '../places.ts';
import { isUnlimited } from '../plan.ts';
import { billedWords as words } from '../words/en-billed.ts';
import { paidByCall } from './review.tsx';

/** A request is open in the wallet. */
export const Signing: LaterScreen<'signing'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.confirmIn(visit.payer.wallet.name)}
    </Title>
    <p class="lead">{asked(visit)}</p>
    <p>{words.signing.hint}</p>
  </>
);

function asked(visit: At<'signing'>): string {
  const [step] = visit.plan.steps;
  if (visit.atOnce) return words.signing.atOnce(visit.plan.steps.length);
  switch (step?.kind) {
    case 'reset':
      return words.signing.reset;
    case 'approve':
      return words.signing.approve(
        isUnlimited(step.units) ? words.unlimited(step.asset.symbol) : money(step),
      );
    case 'fee':
      return words.signing.pay(money(step.fee));
    default:
      return words.signing.pay(paidByCall(visit, step));
  }
}
