import { Primary, Secondary, Title } from '../../ui/parts.tsx';
import { Headline, Noticed, type Screen } from '../parts.tsx';
import { stopMessageOf } from '../schedule.ts';

/** What stopping does, and the text that is signed for it. */
export const Stop: Screen<'stop'> = ({ state, frame }) => {
  const messages = frame.messages.stop;
  return (
    <>
      <Headline schedule={state.schedule} frame={frame} />
      <Title>{messages.title}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <p>{messages.text}</p>
      <p>{messages.afterwards}</p>
      <div class="signed">
        <h3>{messages.message}</h3>
        <p>{stopMessageOf(state.schedule)}</p>
      </div>
      <p class="fine">{messages.paid}</p>
      <Primary onClick={() => frame.dispatch({ type: 'go' })}>{messages.button}</Primary>
      <Secondary onClick={() => frame.dispatch({ type: 'back' })}>{frame.messages.back}</Secondary>
    </>
  );
};
