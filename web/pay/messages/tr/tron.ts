import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as englishMessages } from '../en/tron.ts';

/** Why the network did not take a transaction, by the code of its node. */
const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'İmza, ödeyen cüzdanın imzası değil.',
  CONTRACT_VALIDATE_ERROR:
    'Cüzdanın hesabı Tron ağında henüz etkin değil veya ağ ücreti için yeterli TRX içermiyor.',
  CONTRACT_EXE_ERROR: 'Ağ şu anda bu çağrıyı reddederdi.',
  BANDWITH_ERROR: 'Cüzdanda ağ ücreti için yeterli TRX yok.',
  TAPOS_ERROR: 'Ağ, işlemin dayandığı blok olmadan ilerledi.',
  wallet_not_allowed: 'Bu cüzdan bu bağlantıyı ödeyemez.',
  screening_rejected: 'Bu cüzdan bu bağlantıyı ödeyemez.',
  provider_error: 'Cüzdan kontrol edilemedi.',
};

/** The Turkish texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most: string) =>
    `Tron, ücretini enerji ve bant genişliği olarak alır; cüzdanda eksik kalanı TRX olarak alır. Bu imza için enerjinin bedeli en çok ${most} TRX; kullanılmayan kısım cüzdanda kalır.`,
  held: (held: readonly string[]) => `Bu cüzdandaki bakiye: ${held.join(', ')}.`,
  coin: (amount: string) => `${amount} TRX`,
  energy: (amount: string) => `${amount} enerji`,
  bandwidth: (amount: string) => `${amount} bant genişliği`,
  relaying: 'Ödemeniz imzalandı. Onu ağa iletmeyi sürdürüyoruz; tekrar imzalamanız gerekmez.',
  refusedTitle: 'Ağ bu ödemeyi kabul etmedi',
  late: (from: string) =>
    `Ödeme çok geç imzalandı. Şu ana kadar hiçbir ödeme yapılmadı. Henüz tekrar ödemeyin: şu saatten sonra hiçbir blok onu içeremez ve bu sayfa yeniden başlamayı önerir: ${from}.`,
  refused: (code: string, until: string) =>
    `${REASONS[code] ?? 'Ağ, bu sayfanın bildiği bir neden belirtmedi.'} Şu ana kadar hiçbir ödeme yapılmadı. Henüz tekrar ödemeyin: imzaladığınız işlem şu saate kadar geçerli kalır: ${until}. Bundan kısa süre sonra bu sayfa yeniden başlamayı önerir.`,
} satisfies Translation<typeof englishMessages>;
