import { Copy, Foreign, Row, Title } from '../../ui/parts.tsx';
import { Naming, type Screen } from '../parts.tsx';

/** The link is made; the client ID is there to be copied. */
export const Done: Screen<'done'> = ({ visit, frame }) => {
  const words = frame.words.done;
  return (
    <>
      <svg class="check" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-15" />
      </svg>
      <Title>{words.title}</Title>
      <Naming name={visit.orchestratorName} after={words.after} />
      <dl class="bill">
        <Row name={words.clientId}>
          <span class="address">{visit.clientId}</span>{' '}
          <Copy text={visit.clientId} label={words.copyClientId} frame={frame} />
        </Row>
        <Row name={words.name}>
          <Foreign text={visit.clientIdName} />
        </Row>
      </dl>
      <p class="fine">{words.close}</p>
    </>
  );
};
