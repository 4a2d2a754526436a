import { Plain, Primary } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The API does not answer; the page retries by itself. */
export const Unreachable: Screen<'unreachable'> = ({ frame }) => (
  <>
    <Plain about={frame.messages.unreachable} />
    <Primary onClick={() => frame.dispatch({ type: 'retry' })}>{frame.messages.tryAgain}</Primary>
  </>
);
