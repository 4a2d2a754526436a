import type { WatchedPage } from './watched-page.ts';

/** On the page of a stored profile: a domain that is refused, one that is set and says what proves it, and its removal. */
export async function setWebsite({ page, expectSound }: WatchedPage): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true });
  const domain = page.getByLabel('Domain', { exact: true });
  await domain.fill('https://shop.example');
  await press('Use this domain').click();
  await page.getByText('without scheme, port or path').first().waitFor();
  await domain.fill('Shop.example');
  await press('Use this domain').click();
  await page.getByText('Not proven yet').waitFor();
  await page.getByText(/^florin-domain=[0-9a-f]{48}$/).waitFor();
  await page.getByText('_florin-domain.shop.example', { exact: true }).waitFor();
  await expectSound('dashboard-profile');
  await press('Remove the website').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the website' }).click();
  await domain.waitFor();
}
