import { Title } from '../../ui/parts.tsx';
import { safeAppMessages as messages } from '../messages/en/safe-app.ts';
import type { LaterScreen } from '../parts.tsx';

/** Within another page, in which this payment cannot be made. */
export const Framed: LaterScreen<'framed'> = ({ state: { link, problem } }) => {
  const said = messages.problems[problem];
  return (
    <>
      <Title>{messages.title}</Title>
      <p>{typeof said === 'string' ? said : said(link?.network.name ?? '')}</p>
      <a class="primary" href={location.href} target="_blank" rel="noopener noreferrer">
        {messages.open}
      </a>
    </>
  );
};
