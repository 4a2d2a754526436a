import { blocks } from './blocks.ts';
import { calldata } from './calldata.ts';
import { createLink } from './create-link.ts';
import { dashboard } from './dashboard.ts';
import { growth } from './growth.ts';
import { conclude, type Question } from './harness.ts';
import { index } from './index.ts';
import { indexFar } from './index-far.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { nodeCost } from './node-cost.ts';
import { page } from './page.ts';
import { readLink } from './read-link.ts';
import { rest } from './rest.ts';
import { roundtrips } from './roundtrips.ts';
import { settleToWebhook } from './settle-to-webhook.ts';
import { settleToWebhookLoad } from './settle-to-webhook-load.ts';
import { settling } from './settling.ts';
import { webhooks } from './webhooks.ts';

const QUESTIONS: readonly Question[] = [
  createLink,
  readLink,
  calldata,
  webhooks,
  settleToWebhook,
  settleToWebhookLoad,
  settling,
  growth,
  index,
  indexFar,
  blocks,
  roundtrips,
  dashboard,
  page,
  lighthouse,
  nodeCost,
  lists,
  rest,
];

const say = (line: string) => process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2);
const known = ['all', ...QUESTIONS.map(({ name }) => name)];

// A Ctrl-C in the terminal ends the servers too; the question then fails and tidies up.
process.once('SIGINT', () => say('Stopping.'));

if (wanted.length === 0 || wanted.some((name) => !known.includes(name))) {
  say('Usage: npm run bench -- <question> [<question> ...], or all. The questions:');
  for (const { name, purpose } of QUESTIONS) say(`  ${name.padEnd(22)} ${purpose}`);
  process.exitCode = 1;
} else {
  for (const question of QUESTIONS) {
    if (!wanted.includes(question.name) && !wanted.includes('all')) continue;
    say(`${question.name}: ${question.purpose}`);
    say(`${await conclude(question, await question.run(say))}\n`);
  }
}
