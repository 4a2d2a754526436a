import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as englishMessages } from '../en/expected.ts';

/** The Turkish texts of links that name their payment. */
export const expectedMessages = {
  same: 'Açtığınız bağlantıyla eşleşiyor',
  sameButFees:
    'Açtığınız bağlantıyla eşleşiyor. Bağlantı, tutara ek ücretleri belirtmiyor: onları kontrol edin.',
  expected:
    'Bu, bağlantının hazırlandığı ödeme değil: alıcısı, token’ı, ağı veya tutarı başka. Hiçbir şey gönderilmedi ve burada imzalanacak bir şey yok. Size bağlantıyı gönderen kişiye bildirin.',
  expectation:
    'Bağlantının “#expect” ile başlayan sonu okunamıyor, bu yüzden bu sayfa doğru ödemeyi gösterip göstermediğini bilemiyor. Hiçbir şey gönderilmedi. Bağlantının tamamının kopyalandığını kontrol edin veya yeni bir bağlantı isteyin.',
} satisfies Translation<typeof englishMessages>;
