import { Copy, Foreign, Row, Title } from '../../ui/parts.tsx';
import { Naming, type Screen } from '../parts.tsx';

/** The link is made; the client ID is there to be copied. */
export const Done: Screen<'done'> = ({ state, frame }) => {
  const messages = frame.messages.done;
  return (
    <>
      <svg class="check" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-15" />
      </svg>
      <Title>{messages.title}</Title>
      <Naming name={state.orchestratorName} after={messages.after} />
      <dl class="bill">
        <Row name={messages.clientId}>
          <span class="address">{state.clientId}</span>{' '}
          <Copy text={state.clientId} label={messages.copyClientId} frame={frame} />
        </Row>
        <Row name={messages.name}>
          <Foreign text={state.clientIdName} />
        </Row>
      </dl>
      <p class="fine">{messages.close}</p>
    </>
  );
};
