import { Address, Primary, Row, Secondary, Title } from '../../ui/parts.tsx';
import { amountOf, Headline, Noticed, type Screen } from '../parts.tsx';

/** What lowering the allowance does, and the one button for it. */
export const Lower: Screen<'lower'> = ({ state, frame }) => {
  const messages = frame.messages.lower;
  const { schedule, allowanceUnits, approvals } = state;
  const nextUnits = approvals[0]?.units ?? 0n;
  const lastUnits = approvals.at(-1)?.units ?? 0n;
  const next = amountOf(schedule, nextUnits);
  // Of a token whose allowance is cleared first: that was done.
  const isAgain =
    approvals.length === 1 && nextUnits > 0n && schedule.loweringTransactions.length > 1;
  return (
    <>
      <Headline schedule={schedule} frame={frame} />
      <Title>{messages.title}</Title>
      <Noticed notice={state.notice} frame={frame} />
      {isAgain ? (
        <p class="notice">{messages.again(next)}</p>
      ) : (
        <dl class="bill">
          <Row name={messages.from} kind="sum">
            {amountOf(schedule, allowanceUnits)}
          </Row>
          <Row name={messages.to} kind="sum strong">
            {next}
          </Row>
          <Row name={frame.messages.review.contract}>
            <Address address={schedule.contract} />
          </Row>
        </dl>
      )}
      {!isAgain && (
        <p>{lastUnits === 0n ? messages.none : messages.kept(amountOf(schedule, lastUnits))}</p>
      )}
      <p class="fine">{messages.cost}</p>
      <Primary onClick={() => frame.dispatch({ type: 'go' })}>
        {isAgain ? messages.againButton(next) : messages.button(next)}
      </Primary>
      <Secondary onClick={() => frame.dispatch({ type: 'back' })}>{messages.skip}</Secondary>
    </>
  );
};
