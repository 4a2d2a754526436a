import { Address, Row, Secondary, Waiting } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The wallet shows a request to sign the sign-in text. */
export const Signing: Screen<'signing'> = ({ state, frame }) => (
  <>
    <Waiting text={frame.messages.signing.title(state.wallet.name)} />
    <p>{frame.messages.signing.text}</p>
    <dl class="bill">
      <Row name={frame.messages.signing.account}>
        <Address address={state.address} />
      </Row>
    </dl>
    <Secondary onClick={() => frame.dispatch({ type: 'back' })}>{frame.messages.back}</Secondary>
  </>
);
