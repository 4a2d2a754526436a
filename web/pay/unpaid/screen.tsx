import { Address, Foreign, Primary, Row, Secondary } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { type LaterFrame, money, sumText } from '../parts.tsx';
import type { Step } from '../plan.ts';
import { billedWords } from '../words/en-billed.ts';
import { unpaidWords as words } from '../words/en-unpaid.ts';
import type { FeesDue, FeesNotice, FeesVisit, SentFees } from './fees-visit.ts';
import type { ListedFee, UnpaidFee, UnpaidProblem } from './unpaid-fees.ts';

interface UnpaidScreenProps {
  readonly listed: readonly ListedFee[];
  /** Why this page cannot pay all that is listed; undefined where it can. */
  readonly problem: UnpaidProblem | undefined;
  readonly fees: FeesVisit;
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
      <h3>{words.title}</h3>
      <p>{words.text}</p>
      <dl class="bill">
        {listed.map((fee, at) => (
          <Row key={at} name={plainText(fee.label)}>
            <Foreign text={`${fee.amount} ${fee.currency}`} />
            {fee.most && ` (${billedWords.atMost(money(fee.most))})`} {words.to}{' '}
            <Address address={fee.recipient} />
            {fee.partToken !== undefined && (
              <a class="explorer" href={`?token=${fee.partToken}`}>
                {words.openPart}
              </a>
            )}
          </Row>
        ))}
      </dl>
      <div role="status">
        {notice !== undefined && <p class="notice">{noticeText(notice, frame)}</p>}
        {fees.at === 'busy' && <p>{words.doing[fees.doing](fees.wallet.name)}</p>}
        {fees.at === 'sent' && <p>{words.sent}</p>}
      </div>
      {problem === undefined || fees.at === 'sent' ? (
        <Way {...props} />
      ) : (
        <p>{words.notPayable[problem]}</p>
      )}
    </div>
  );
}

function noticeText(notice: FeesNotice, frame: LaterFrame): string {
  const texts: Readonly<Record<FeesNotice, string>> = { ...frame.words.notices, ...words.notices };
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
          <h3>{frame.words.mismatch.title}</h3>
          <p>{frame.words.mismatch.text(fees.problem)}</p>
        </div>
      );
    case 'sent':
      return (
        fees.isLost && (
          <>
            <p class="notice">{frame.words.confirming.lost}</p>
            <Secondary onClick={() => onDropped(fees.sent)}>
              {frame.words.confirming.startOver}
            </Secondary>
          </>
        )
      );
    default:
      return null;
  }
}

function Wallets({ wallets, onPick }: Pick<UnpaidScreenProps, 'wallets' | 'onPick'>) {
  if (wallets === undefined) return <p>{words.looking}</p>;
  if (wallets.length === 0) return <p>{words.none}</p>;
  return (
    <>
      {wallets.map((wallet) => (
        <Secondary key={wallet.id} onClick={() => onPick(wallet)}>
          {words.pay(wallet.name)}
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
  const { review } = billedWords;
  return (
    <>
      <h3>{words.whatYouSign}</h3>
      <p>
        {words.payFrom(payer.wallet.name)} <Address address={payer.address} />
      </p>
      {step.kind === 'pay' ? plan.paid.map(paidFee) : <p>{approvalText(step)}</p>}
      <p class="fine">
        {review.contract} <Address address={'spender' in step ? step.spender : step.call.to} />
      </p>
      {!isThere && <p class="notice">{review.wrongNetwork(payer.wallet.name, network.name)}</p>}
      <Primary onClick={() => onGo(due)}>
        {isThere ? buttonText(step, plan.paid) : review.switchTo(network.name)}
      </Primary>
      {!isThere && <p class="fine">{frame.words.switchByHand(network.name)}</p>}
    </>
  );
}

function paidFee(fee: UnpaidFee) {
  const most = fee.isConverted ? ` (${billedWords.atMost(money(fee.spend))})` : '';
  return (
    <p key={fee.reference}>
      {billedWords.review.feeText(fee.label, `${money(fee)}${most}`)}{' '}
      <Address address={fee.address} /> {words.reference}{' '}
      <span class="address">{fee.reference}</span>.
    </p>
  );
}

function approvalText(step: Step): string {
  const { review } = billedWords;
  if (step.kind === 'approve') return review.approveText(money(step));
  return step.kind === 'reset' ? review.resetText(step.asset.symbol) : '';
}

function buttonText(step: Step, paid: readonly UnpaidFee[]): string {
  const { review } = billedWords;
  if (step.kind === 'approve') return review.approveButton(money(step));
  if (step.kind === 'reset') return review.resetButton;
  const sum = sumText('totals' in step ? step.totals : []);
  const isConverted = paid.some((fee) => fee.isConverted);
  return words.payButton(isConverted ? billedWords.atMost(sum) : sum);
}
