import { Check, Copy, Foreign, Row, Title } from '../../ui/parts.tsx';
import { Naming, type Screen } from '../parts.tsx';

/** The link is made; the client ID is there to be copied. */
export const Done: Screen<'done'> = ({ state, frame }) => {
  const messages = frame.messages.done;
  return (
    <>
      <Check />
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
