import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lanes, openLanes } from './lanes.ts';

/** Claims and begins as many as an endpoint is allowed to have under way. */
function fill(lanes: Lanes, endpointId: string): number {
  let begun = 0;
  while (lanes.mayBegin(endpointId)) {
    lanes.claimed(endpointId);
    lanes.begun(endpointId);
    begun += 1;
  }
  return begun;
}

describe('lanes', () => {
  it('give one endpoint its share and leave the rest to others', () => {
    const lanes = openLanes();
    expect(fill(lanes, 'a')).toBe(16);
    expect(lanes.mayBegin('b')).toBe(true);
    expect(lanes.capacity().limit).toBe(256 - 16);
  });

  it('give an endpoint that did not answer almost nothing until it answers', () => {
    const lanes = openLanes();
    fill(lanes, 'a');
    for (let count = 0; count < 16; count += 1) lanes.ended('a', undefined);
    expect(lanes.capacity().shares).toEqual({ a: 2 });
    expect(fill(lanes, 'a')).toBe(2);
    lanes.ended('a', 1_000);
    expect(fill(lanes, 'a')).toBe(15);
  });

  it('let an endpoint that answers quickly have 32 under way, and 16 again when it slows down', () => {
    const lanes = openLanes();
    fill(lanes, 'a');
    lanes.ended('a', 250);
    expect(fill(lanes, 'a')).toBe(17);
    expect(lanes.capacity().shares).toEqual({ a: 384 - 32 });
    lanes.ended('a', 251);
    expect(lanes.mayBegin('a')).toBe(false);
    for (let count = 0; count < 16; count += 1) lanes.ended('a', 251);
    expect(fill(lanes, 'a')).toBe(1);
  });

  it('give quick endpoints no more than 16 each once half of all connections are in use', () => {
    const lanes = openLanes();
    const quick = Array.from({ length: 8 }, (_, index) => `quick ${index}`);
    for (const id of quick) {
      lanes.claimed(id);
      lanes.begun(id);
    }
    for (const id of quick) lanes.claimed(id);
    for (const id of quick) lanes.ended(id, 1);
    const begun = quick.map((id) => fill(lanes, id));
    expect(begun).toEqual([32, 32, 32, 32, 16, 16, 16, 16]);
    // Endpoints that began earlier get no more until connections are free, and new ones get a share.
    expect(quick.some((id) => lanes.mayBegin(id))).toBe(false);
    const others = Array.from({ length: 4 }, (_, index) => fill(lanes, `other ${index}`));
    expect(others).toEqual([16, 16, 16, 16]);
    for (let count = 0; count < 32; count += 1) lanes.ended('quick 0', 1);
    expect(fill(lanes, 'other 4')).toBe(16);
  });

  it('claim ahead for a quick endpoint twice what it may have under way', () => {
    const lanes = openLanes();
    for (let index = 0; index < 1_000; index += 1) lanes.claimed(`endpoint ${index}`);
    lanes.begun('endpoint 0');
    lanes.claimed('endpoint 0');
    lanes.ended('endpoint 0', 1);
    const { share, shares } = lanes.capacity();
    expect(share).toBe(32);
    expect(shares['endpoint 0']).toBe(64 - 1);
    expect(shares['endpoint 1']).toBe(32 - 1);
  });

  it('use no more connections than the total limit, for any number of endpoints', () => {
    const lanes = openLanes();
    const begun = Array.from({ length: 40 }, (_, index) => fill(lanes, `endpoint ${index}`));
    expect(begun.reduce((sum, count) => sum + count, 0)).toBe(256);
    expect(lanes.capacity().limit).toBe(0);
    expect(lanes.isFull()).toBe(true);
    lanes.ended('endpoint 0', 1_000);
    expect(lanes.isFull()).toBe(false);
  });

  it('claim less ahead for each the more endpoints there are, but never less than two shares', () => {
    const lanes = openLanes();
    expect(lanes.capacity().share).toBe(384);
    for (let index = 0; index < 31; index += 1) lanes.claimed(`endpoint ${index}`);
    expect(lanes.capacity().share).toBe(128);
    for (let index = 31; index < 1_000; index += 1) lanes.claimed(`endpoint ${index}`);
    expect(lanes.capacity().share).toBe(32);
  });

  it('report too few when half of what may be claimed is left, and not after each one that ends', () => {
    const lanes = openLanes();
    for (let count = 0; count < 208; count += 1) lanes.claimed('a');
    expect(lanes.runsLow('a')).toBe(false);
    for (let count = 0; count < 16; count += 1) lanes.begun('a');
    expect(lanes.runsLow('a')).toBe(false);
    lanes.ended('a', 1_000);
    lanes.begun('a');
    expect(lanes.runsLow('a')).toBe(true);
  });

  it('drop an endpoint without a running attempt, and never count below zero', () => {
    const step = fc.record({ id: fc.constantFrom('a', 'b', 'c'), answered: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lanes = openLanes();
        for (const { id } of steps) {
          lanes.claimed(id);
          lanes.begun(id);
        }
        for (const { id } of steps) lanes.ended(id, 1);
        expect(lanes.capacity()).toEqual({ limit: 256, share: 384, shares: {} });
      }),
    );
  });
});
