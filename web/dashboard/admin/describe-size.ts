const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

const megabytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte' });
const gigabytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'gigabyte',
  maximumFractionDigits: 1,
});

/** A size for people. */
export function describeSize(bytes: number): string {
  return bytes < GIGABYTE
    ? megabytes.format(Math.ceil(bytes / MEGABYTE))
    : gigabytes.format(bytes / GIGABYTE);
}
