import type { testWalletMessages as englishMessages } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Turkish texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Test cüzdanı',
  allow: 'Bağlan',
  names: {
    safe: 'Test Safe (iki sahip)',
    smart_account: 'Test akıllı hesabı (tek anahtar)',
    delegated: 'EIP-7702 kullanan test cüzdanı',
  },
  tronName: 'Test cüzdanı (Tron)',
  sign: 'İmzala',
  decline: 'Reddet',
  connect: 'Bu sayfa test cüzdanının adresini görmek istiyor.',
  send: 'Bu sayfa şu adrese bir işlem göndermek istiyor:',
  typed: 'Bu sayfa, test cüzdanının şu izni imzalamasını istiyor:',
  text: 'Bu sayfa, test cüzdanının şu metni imzalamasını istiyor:',
  execute: 'Bu sayfa, hesabın tek bir işlemde şu sözleşmelere çağrılar yapmasını istiyor:',
  delegate:
    'Bu sayfa tek bir işlemde şu sözleşmelere çağrılar yapılmasını istiyor. Bunun için hesabınız yayımlanmış bir koda yetki verir (EIP-7702), bu yetki sonrasında da geçerli kalır; adres ve anahtar değişmez. Çağrılar:',
  propose:
    'Bu sayfa, Safe’in tek bir işlemde şu sözleşmelere çağrılar yapmasını istiyor. İmzalarsanız bunu iki sahipten ilki olarak önermiş olursunuz:',
  owner: {
    title: 'Test Safe’inin ikinci sahibi',
    text: 'İlk sahip imzaladı. Test ortamında ikinci sahip de sizsiniz.',
    execute: 'İkinci sahip olarak imzala ve yürüt',
    reject: 'İki sahip olarak reddet',
    working: 'Birazdan ağda olacak.',
  },
  note: 'Yalnızca test parası. Bu cüzdanın anahtarı herkesçe bilinir.',
} satisfies Translation<typeof englishMessages>;
