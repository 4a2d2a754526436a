import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Alarm } from './alarms.ts';
import { watchAlarms } from './watch-alarms.ts';

it('an alarm is reported once when it begins and once when it is over, whatever fails between', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const behind: Alarm = { kind: 'behind', network: 'base', level: 'warn', message: 'it is behind' };
  const halted: Alarm = {
    kind: 'halted',
    network: 'base',
    level: 'error',
    message: 'it is halted',
  };
  const polls: (readonly Alarm[] | Error)[] = [
    [],
    [behind],
    [behind, halted],
    new Error('the database is away'),
    [behind, halted],
    [halted],
    [],
  ];
  const stopping = new AbortController();
  const status = async () => {
    const alarms = polls.shift();
    if (polls.length === 0) stopping.abort();
    if (alarms instanceof Error) throw alarms;
    return { alarms: alarms ?? [] };
  };
  await watchAlarms({ status, log, everyMs: 1 }, stopping.signal);
  expect(lines.map(({ level, msg, alarm }) => [level, msg, alarm])).toEqual([
    [40, 'it is behind', 'behind'],
    [50, 'it is halted', 'halted'],
    [30, 'an alarm is over', 'behind'],
    [30, 'an alarm is over', 'halted'],
  ]);
});
