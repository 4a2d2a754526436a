import { expect, it } from 'vitest';
import { openRecentNames } from './recent-names.ts';

it('recent names are those that were last added, the oldest leaving first', () => {
  const names = openRecentNames(2);
  names.add('a');
  names.add('b');
  names.add('a');
  names.add('c');
  expect(['a', 'b', 'c', 'd'].map(names.has)).toEqual([true, false, true, false]);
});
