import { Busy, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { LaterScreen } from '../parts.tsx';
import type { At } from '../places.ts';
import { billedWords } from '../words/en-billed.ts';

/** An approval was sent, or a part of the payments; the next signature follows once a block holds it. */
export const Approving: LaterScreen<'approving'> = ({ visit, frame }) => {
  const { next, text } = billedWords.approving;
  return (
    <>
      <Title>
        <Busy />
        {approvingTitle(visit)}
      </Title>
      <p>{isPart(visit) ? next : text}</p>
      <p>
        <Explorer link={visit.link} hash={visit.hash} frame={frame} />
      </p>
    </>
  );
};

/** What is on its way, in a line. */
export function approvingTitle(visit: At<'approving'>): string {
  return isPart(visit) ? billedWords.approving.part : billedWords.approving.title;
}

function isPart({ part, hash }: At<'approving'>): boolean {
  return part?.hash === hash;
}
