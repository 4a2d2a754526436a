import { Address, Row, Secondary } from '../../ui/parts.tsx';
import { type Screen, Waiting } from '../parts.tsx';

/** The wallet was asked to sign the sign-in text. */
export const Signing: Screen<'signing'> = ({ visit, frame }) => (
  <>
    <Waiting text={frame.words.signing.title(visit.wallet.name)} />
    <p>{frame.words.signing.text}</p>
    <dl class="bill">
      <Row name={frame.words.signing.account}>
        <Address address={visit.address} />
      </Row>
    </dl>
    <Secondary onClick={() => frame.tell({ type: 'back' })}>{frame.words.back}</Secondary>
  </>
);
