import { Address, Foreign, Primary, Row, Secondary } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { billedMessages } from '../messages/en/billed.ts';
import { unpaidMessages as messages } from '../messages/en/unpaid.ts';
import { type LaterFrame, money, sumText } from '../parts.tsx';
import type { Step } from '../plan.ts';
import { ClosedWindow } from '../screens/closed-window.tsx';
import type { FeesDue, FeesNotice, FeesState, SentFees } from './fees-state.ts';
import type { ListedFee, UnpaidFee, UnpaidProblem } from './unpaid-fees.ts';

interface UnpaidScreenProps {
  readonly listed: readonly ListedFee[];
  /** Why this page cannot pay all that is listed; undefined where it can. */
  readonly problem: UnpaidProblem | 'uncompared' | undefined;
  readonly fees: FeesState;
  readonly wallets: readonly FoundWallet[] | undefined;
  readonly frame: LaterFrame;
  readonly onPick: (wallet: FoundWallet) => void;
  readonly onGo: (due: FeesDue) => void;
  readonly onDropped: (sent: SentFees) => void;
}

/** What is unpaid with its receivers, and below it how far paying it got. */
export function UnpaidScreen(props: UnpaidScreenProps) {
  const { listed, problem, fees, frame } = props;
  const notice = 'notice' in fees ? fees.notice : undefined;
  return (
    <div class="signed unpaid">
      <h3>{messages.title}</h3>
      <p>{messages.text}</p>
      <dl class="bill">
        {listed.map((fee, at) => (
          <Row key={at} name={plainText(fee.label)}>
            <Foreign text={`${fee.amount} ${fee.currency}`} />
            {fee.most && ` (${billedMessages.atMost(money(fee.most))})`} {messages.to}{' '}
            <Address address={fee.recipient} />
            {fee.partToken !== undefined && problem !== 'uncompared' && (
              <a class="explorer" href={`?token=${fee.partToken}`}>
                {messages.openPart}
              </a>
            )}
          </Row>
        ))}
      </dl>
      <div role="status">
        {notice !== undefined && <p class="notice">{noticeText(notice, frame)}</p>}
        {fees.at === 'busy' && <p>{messages.doing[fees.doing](fees.wallet.name)}</p>}
        {fees.at === 'sent' && <p>{fees.refusal ?? messages.sent}</p>}
      </div>
      {problem === undefined || fees.at === 'sent' ? (
        <Way {...props} />
      ) : (
        <p>{messages.notPayable[problem]}</p>
      )}
    </div>
  );
}

function noticeText(notice: FeesNotice, frame: LaterFrame): string {
  const texts: Readonly<Record<FeesNotice, string>> = {
    ...frame.messages.notices,
    ...messages.notices,
  };
  return texts[notice];
}

/** What can be done now; after a mismatch nothing. */
function Way({ fees, wallets, frame, onPick, onGo, onDropped }: UnpaidScreenProps) {
  switch (fees.at) {
    case 'listed':
      return <Wallets wallets={wallets} onPick={onPick} />;
    case 'review':
      return <Review due={fees} frame={frame} onGo={onGo} />;
    case 'mismatch':
      return (
        <div class="stop" role="alert">
          <h3>{frame.messages.mismatch.title}</h3>
          <p>{frame.messages.mismatch.text(billedMessages.mismatches[fees.problem])}</p>
        </div>
      );
    case 'busy':
      return isAsking(fees) && <ClosedWindow />;
    case 'sent':
      return (
        fees.isLost && (
          <>
            <p class="notice">{frame.messages.confirming.lost}</p>
            <Secondary onClick={() => onDropped(fees.sent)}>
              {frame.messages.confirming.startOver}
            </Secondary>
          </>
        )
      );
    default:
      return null;
  }
}

/** Whether a request is open in the wallet. */
function isAsking({ doing }: Extract<FeesState, { readonly at: 'busy' }>): boolean {
  return doing === 'connecting' || doing === 'switching' || doing === 'signing';
}

function Wallets({ wallets, onPick }: Pick<UnpaidScreenProps, 'wallets' | 'onPick'>) {
  if (wallets === undefined) return <p>{messages.input}</p>;
  if (wallets.length === 0) return <p>{messages.none}</p>;
  return (
    <>
      {wallets.map((wallet) => (
        <Secondary key={wallet.id} onClick={() => onPick(wallet)}>
          {messages.pay(wallet.name)}
        </Secondary>
      ))}
    </>
  );
}

interface ReviewProps extends Pick<UnpaidScreenProps, 'frame' | 'onGo'> {
  readonly due: FeesDue;
}

/** What the next signature does, in sentences that are made from its bytes, and the one button for it. */
function Review({ due, frame, onGo }: ReviewProps) {
  const { payer, plan, unpaid } = due;
  const { network } = unpaid;
  const [step] = plan.steps;
  if (step === undefined) return null;
  const isThere = payer.chainId === network.chainId;
  const { review } = billedMessages;
  return (
    <>
      <h3>{messages.whatYouSign}</h3>
      <p>
        {messages.payFrom(payer.wallet.name)} <Address address={payer.address} />
      </p>
      {step.kind === 'pay' ? plan.paid.map(paidFee) : <p>{approvalText(step)}</p>}
      <p class="fine">
        {review.contract} <Address address={'spender' in step ? step.spender : step.call.to} />
      </p>
      {step.networkFeeNote && <p class="fine">{step.networkFeeNote}</p>}
      {!isThere && <p class="notice">{review.wrongNetwork(payer.wallet.name, network.name)}</p>}
      <Primary onClick={() => onGo(due)}>
        {isThere ? buttonText(step, plan.paid) : review.switchTo(network.name)}
      </Primary>
      {!isThere && <p class="fine">{frame.messages.switchByHand(network.name)}</p>}
    </>
  );
}

function paidFee(fee: UnpaidFee) {
  const most = fee.isConverted ? ` (${billedMessages.atMost(money(fee.spend))})` : '';
  return (
    <p key={fee.reference}>
      {billedMessages.review.feeText(fee.label, `${money(fee)}${most}`)}{' '}
      <Address address={fee.address} /> {messages.reference}{' '}
      <span class="address">{fee.reference}</span>.
    </p>
  );
}

function approvalText(step: Step): string {
  const { review } = billedMessages;
  if (step.kind === 'approve') return review.approveText(money(step));
  return step.kind === 'reset' ? review.resetText(step.asset.symbol) : '';
}

function buttonText(step: Step, paid: readonly UnpaidFee[]): string {
  const { review } = billedMessages;
  if (step.kind === 'approve') return review.approveButton(money(step));
  if (step.kind === 'reset') return review.resetButton;
  const sum = sumText('totals' in step ? step.totals : []);
  const isConverted = paid.some((fee) => fee.isConverted);
  return messages.payButton(isConverted ? billedMessages.atMost(sum) : sum);
}
