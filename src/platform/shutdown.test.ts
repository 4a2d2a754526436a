import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openShutdown } from './shutdown.ts';

const log = pino({ level: 'silent' });

describe('shutting down', () => {
  // The database must outlive whatever still writes to it.
  it('stops in the reverse order of starting, one after the other', async () => {
    const order: string[] = [];
    const shutdown = openShutdown(log);
    shutdown.add('database', async () => order.push('database'));
    shutdown.add('server', async () => {
      order.push('server begins');
      await Promise.resolve();
      order.push('server ends');
    });
    expect(await shutdown.run()).toBe(true);
    expect(order).toEqual(['server begins', 'server ends', 'database']);
  });

  it('continues after a step that fails or never ends, and logs it', async () => {
    const order: string[] = [];
    const shutdown = openShutdown(log);
    shutdown.add('last', async () => order.push('last'));
    shutdown.add('stuck', () => new Promise(() => undefined), 10);
    shutdown.add('broken', () => {
      throw new Error('no');
    });
    expect(await shutdown.run()).toBe(false);
    expect(order).toEqual(['last']);
  });

  it('runs once, however often it is called', async () => {
    const order: string[] = [];
    const shutdown = openShutdown(log);
    shutdown.add('server', async () => order.push('server'));
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(await shutdown.run()).toBe(true);
    expect(order).toEqual(['server']);
  });
});
