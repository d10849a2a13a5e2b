import { useQuery } from '@tanstack/react-query';
import { languageOf } from '@tidemark/contract/locales.ts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useLocale } from '#i18n/text.tsx';
import { bannerLocationOf, type BannerLocation } from '../banner-location.ts';
import { usePlace } from '../use-place.ts';

/** What the operator announces on this page, below it: nothing that is being read moves when it arrives. */
export function LocationBanners() {
  const location = bannerLocationOf(usePlace());
  return location && <Banners location={location} />;
}

function Banners({ location }: { location: BannerLocation }) {
  const { languageType } = languageOf(useLocale());
  const { data } = useQuery(callQuery(useApi(), 'locationBanner', { languageType, location }));
  if (!data || data.items.length === 0) return null;
  return (
    <ul className="wrap banners">
      {data.items.map(({ id, title, text, imageUrl, link }) => (
        <li key={id}>
          <a href={link} {...(link.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
            {imageUrl && <img src={imageUrl} alt="" loading="lazy" />}
            <span>
              <b>{title}</b>
              {text && <span>{text}</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
