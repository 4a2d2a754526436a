import { Busy, Title } from '../../ui/parts.tsx';
import { UNLIMITED_UNITS } from '../../wallet/calldata.ts';
import { type LaterFrame, type LaterScreen, tokens } from '../parts.tsx';
import type { At } from '../places.ts';

/** A request is open in the wallet. */
export const Signing: LaterScreen<'signing'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.signing.title(visit.payer.wallet.name)}
    </Title>
    <p class="lead">{asked(visit, frame)}</p>
    <p>{frame.words.signing.hint}</p>
  </>
);

function asked({ link, plan }: At<'signing'>, { words }: LaterFrame): string {
  const [step] = plan.steps;
  if (step?.kind === 'reset') return words.signing.reset;
  if (step?.kind !== 'approve') return words.signing.pay(tokens(link, plan.totalUnits));
  return words.signing.approve(
    step.units === UNLIMITED_UNITS ? words.unlimited(link.token.symbol) : tokens(link, step.units),
  );
}
