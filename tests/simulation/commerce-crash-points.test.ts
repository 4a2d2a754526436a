import { expect, it } from 'vitest';
import {
  captureAndDie,
  captureInVainAndReorganize,
  captureTwiceAndReorganize,
  captureWhileGivenUp,
} from './commerce/scenario.ts';
import { useRunDatabase } from './run-database.ts';

const database = useRunDatabase();

it('a capture is carried out once or never, wherever its process is killed', async () => {
  const { points, ...ending } = await captureAndDie(await database.empty());
  expect(ending).toEqual({ capturedAmount: '40', canCapture: true, problems: [] });
  const names = points.map(({ what }) => what);
  expect(names.indexOf('broadcast')).toBeGreaterThan(names.lastIndexOf('prepare'));
  const stored = names.indexOf('commit');
  for (const [index, { what }] of points.entries()) {
    // To be killed over anything else is to be killed after the one before: it leaves nothing.
    if (what !== 'commit' && what !== 'broadcast') continue;
    for (const fate of ['killed_before', 'killed_after'] as const) {
      const death = { at: index + 1, fate };
      const { points: _, ...ended } = await captureAndDie(await database.empty(), death);
      // What was stored to be done is done also where the process was killed before it was sent.
      const isStored = index > stored || (index === stored && fate === 'killed_after');
      const expected = { capturedAmount: isStored ? '40' : '0', canCapture: true, problems: [] };
      expect(ended, `${fate} ${what}, point ${index + 1}`).toEqual(expected);
    }
  }
});

it('two captures that one reorg took back both end before another begins', async () => {
  const inProgress = 'operation_in_progress';
  expect(await captureTwiceAndReorganize(await database.empty())).toEqual([
    { status: 'PAID', capturedAmount: '50', refusal: undefined },
    { status: 'CAPTURING', capturedAmount: '0', refusal: inProgress },
    { status: 'CAPTURING', capturedAmount: '30', refusal: inProgress },
    { status: 'PAID', capturedAmount: '50', refusal: undefined },
  ]);
});

it('a capture that was reverted and that a reorg has carried out after all is done, and has not failed', async () => {
  expect(await captureInVainAndReorganize(await database.empty())).toEqual([
    { capturedAmount: '0', events: ['AUTHORIZED', 'FAILED'] },
    { capturedAmount: '40', events: ['AUTHORIZED', 'CAPTURED'] },
    [],
  ]);
});

it('a capture that was given up is not sent by a worker that was preparing it', async () => {
  expect(await captureWhileGivenUp(await database.empty())).toEqual([
    true,
    { status: 'AUTHORIZED', capturedAmount: '0' },
    { status: 'PAID', capturedAmount: '40' },
    [],
  ]);
});
