import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elapsedMs } from '#kit/clock.ts';
import { signText } from '#kit/secret.ts';
import { programFile } from '../support/program.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { startWorld, type World } from '../support/world.ts';

const WAIT_MS = 180_000;

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([startWorld(), openReceiver()]);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** `florin` with these words, and what it has printed so far. */
function florin(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, [programFile(), ...args], {
    env: { PATH, HOME, ...world.settings, FLORIN_HOME: world.home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    output: () => output,
    /** Waits until it has printed this. */
    said: async (args: RegExp): Promise<RegExpExecArray> => {
      for (const end = elapsedMs() + WAIT_MS; elapsedMs() < end; await wait(25)) {
        const found = args.exec(output);
        if (found !== null) return found;
      }
      throw new Error(`it did not say ${args}:\n${output}`);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('florin listen', () => {
  it('sends a payment to a local receiver, signed, also over a restart of the server', async () => {
    await using listener = florin(['listen', '--forward-to', receiver.url]);
    const [, secret = ''] = await listener.said(/^Signing with (\S+),/m);
    await listener.said(/^Ready to forward to /m);

    const link = await world.createLink('1.5');
    await world.pay(link.token);
    const [requestId] = link.requestIds;
    const delivery = await receiver.awaitDelivery(({ payload }) => payload.requestId === requestId);
    expect(delivery.payload).toMatchObject({ event: 'payment.confirmed', amount: '1.5' });
    expect(delivery.headers['x-service-signature']).toBe(signText(secret, delivery.body));
    expect(delivery.headers['x-service-delivery']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(delivery.headers['webhook-signature']).toMatch(/^v1,/);
    await listener.said(/payment\.confirmed {2}\S+ {2}200 {2}\d+ ms/);

    await world.kill();
    await world.start();
    const second = await world.createLink('2.5');
    await world.pay(second.token);
    const [secondId] = second.requestIds;
    await receiver.awaitDelivery(({ payload }) => payload.requestId === secondId);
    const laterDelivery = receiver.deliveries.map(({ payload }) => payload.requestId);
    expect(laterDelivery.filter((id) => id === requestId || id === secondId)).toEqual([
      requestId,
      secondId,
    ]);
  });

  it('says what is wrong with its key, and ends', async () => {
    await using listener = florin(['listen', '--forward-to', receiver.url], {
      FLORIN_API_KEY: 'florin_sandbox_nobody',
    });
    expect(await listener.ended).toBe(1);
    expect(listener.output()).toContain('The x-api-key is unknown, expired or revoked');
  });

  it('continues when the receiver is not there', async () => {
    await using listener = florin(['listen', '--forward-to', 'http://127.0.0.1:1/hook']);
    await listener.said(/^Ready to forward to /m);
    const link = await world.createLink('1');
    await world.pay(link.token);
    await listener.said(/payment\.confirmed {2}\S+ {2}no connection/);
  });
});

describe('florin trigger and florin replay', () => {
  it('send a test and a real delivery to the webhooks of a client ID', async () => {
    await using hook = await openReceiver();
    const { id } = await world.registerWebhook(hook.url);
    const { clientId } = world.sandbox;
    const say = async (...args: readonly string[]) => {
      await using command = florin([...args, '--client-id', clientId]);
      return { code: await command.ended, output: command.output() };
    };

    expect(await say('trigger', 'payment.confirmed')).toEqual({
      code: 0,
      output: 'A test payment.confirmed is on its way to every active webhook of that scope.\n',
    });
    await hook.awaitDelivery(({ headers }) => headers['x-service-test'] === 'true');

    const link = await world.createLink('1.25');
    await world.pay(link.token);
    const [requestId] = link.requestIds;
    const first = await hook.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
    );
    const delivery = String(first.headers['x-service-delivery']);
    const replayed = await say('replay', delivery);
    expect(replayed.output).toMatch(new RegExp(`^Sending ${delivery} again as \\w{26}\\.\n$`));
    const again = await hook.awaitDelivery(
      ({ headers }) => headers['x-service-replay-of'] === delivery,
    );
    expect(again.body).toBe(first.body);

    const missed = await say('replay', '--webhook', id);
    expect(missed).toEqual({ code: 0, output: 'Sending 0 deliveries again.\n' });
  });

  it('say what is wrong in a sentence, and exit with 1', async () => {
    const { clientId } = world.sandbox;
    await using unknown = florin(['trigger', 'nothing.happened', '--client-id', clientId]);
    expect(await unknown.ended).toBe(1);
    expect(unknown.output()).toContain('Invalid enum value');
    await using nobody = florin(['replay', '01KC9V7N3E5GQ0X8R2JT6WZ4MB']);
    expect(await nobody.ended).toBe(1);
    await using neither = florin(['replay']);
    expect(await neither.ended).toBe(1);
    expect(neither.output()).toBe('Name either a delivery or --webhook <id>.\n');
  });
});
