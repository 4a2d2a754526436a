import { showEstimate } from '../../ui/amount.ts';
import { Address, Primary, Row, Secondary, Title } from '../../ui/parts.tsx';
import { UNLIMITED_UNITS } from '../../wallet/calldata.ts';
import type { Step } from '../check-calldata.ts';
import { type LaterFrame, type LaterScreen, Noticed, tokens } from '../parts.tsx';
import type { At } from '../places.ts';

/** The whole bill, what the next signature does, and the one button for it. */
export const Review: LaterScreen<'review'> = ({ visit, frame }) => {
  const { words } = frame;
  const { plan, payer, link, signed } = visit;
  const [step] = plan.steps;
  const switched = payer.chainId === link.network.chainId;
  const total = signed + plan.steps.length;
  return (
    <>
      <Title>
        {words.review.title}
        {total > 1 && <span class="progress"> {words.review.step(signed + 1, total)}</span>}
      </Title>
      <Noticed notice={visit.notice} signed={signed} frame={frame} />
      <Bill visit={visit} frame={frame} />
      {step !== undefined && <Explained step={step} visit={visit} frame={frame} />}
      {!switched && (
        <p class="notice">{words.review.wrongNetwork(payer.wallet.name, link.network.name)}</p>
      )}
      <Primary onClick={() => frame.tell({ type: 'go' })}>
        {switched ? labelOf(step, visit, frame) : words.review.switchTo(link.network.name)}
      </Primary>
      {!switched && <p class="fine">{words.review.byHand(link.network.name)}</p>}
      <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>
        {words.otherWallet}
      </Secondary>
    </>
  );
};

interface Shown {
  readonly visit: At<'review'>;
  readonly frame: LaterFrame;
}

function Bill({ visit, frame }: Shown) {
  const { words } = frame;
  const { link, plan, payer } = visit;
  return (
    <dl class="bill">
      <Row name={words.payFrom}>
        {payer.wallet.name}
        <br />
        <Address address={payer.address} />
      </Row>
      <Row name={words.amount} kind="sum">
        {tokens(link, link.amountUnits)}
      </Row>
      {plan.feeUnits > 0n && (
        <Row name={words.fee(plan.feePercentage)} kind="sum">
          {tokens(link, plan.feeUnits)}
        </Row>
      )}
      {plan.networkFee !== undefined && (
        <Row name={words.networkFee} kind="sum">
          {showEstimate(plan.networkFee)} {link.network.nativeSymbol}
        </Row>
      )}
      <Row name={words.youPay} kind="sum strong">
        {tokens(link, plan.totalUnits)}
      </Row>
    </dl>
  );
}

function Explained({ step, visit, frame }: Shown & { readonly step: Step }) {
  const { words } = frame;
  const { link, plan } = visit;
  const contract = <Address address={link.network.feeProxy} />;
  if (step.kind !== 'pay') {
    return (
      <div class="signed">
        <h3>{words.review.whatYouSign}</h3>
        <p>{approvalText(step, visit, frame)}</p>
        <p class="fine">
          {words.review.contract} {contract}
        </p>
      </div>
    );
  }
  return (
    <div class="signed">
      <h3>{words.review.whatYouSign}</h3>
      <p>
        {words.review.payText} {words.review.paySummary(tokens(link, link.amountUnits))}{' '}
        <Address address={link.payee ?? ''} />
        {plan.feeUnits > 0n && (
          <>
            {' '}
            {words.review.payFee(tokens(link, plan.feeUnits))} <Address address={plan.feeAddress} />
          </>
        )}{' '}
        {words.review.payReference} <span class="address">{plan.paymentReference}</span>.
      </p>
      <p class="fine">
        {words.review.contract} {contract}
      </p>
    </div>
  );
}

function approvalText(step: Step, { link }: At<'review'>, { words }: LaterFrame): string {
  if (step.kind !== 'approve') return words.review.resetText(link.token.symbol);
  return step.units === UNLIMITED_UNITS
    ? words.review.approveUnlimited(link.token.symbol)
    : words.review.approveText(tokens(link, step.units));
}

function labelOf(
  step: Step | undefined,
  { link, plan }: At<'review'>,
  { words }: LaterFrame,
): string {
  if (step?.kind === 'reset') return words.review.resetButton;
  if (step?.kind !== 'approve') return words.review.payButton(tokens(link, plan.totalUnits));
  return step.units === UNLIMITED_UNITS
    ? words.review.approveUnlimitedButton(link.token.symbol)
    : words.review.approveButton(tokens(link, step.units));
}
