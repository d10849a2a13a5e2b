import { Skeleton, SkeletonAvatar } from '#ui/states.tsx';

/** Rows of the final size while the list is on its way. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <tbody className="mt-body" aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <tr key={row} className="mr">
          <td className="c-star"><Skeleton width={14} /></td>
          <td className="c-coin"><span className="coin"><SkeletonAvatar /><Skeleton width={66 + ((row * 29) % 40)} /></span></td>
          <td className="c-price"><Skeleton width={72} /></td>
          <td className="c-change"><Skeleton width={52} /></td>
          <td className="c-hl wide"><Skeleton width={60} /></td>
          <td className="c-turnover"><Skeleton width={56} /></td>
          <td className="c-cap wide"><Skeleton width={62} /></td>
          <td className="c-spark"><Skeleton width={64} /></td>
          <td className="c-act"><Skeleton width={20} /></td>
        </tr>
      ))}
    </tbody>
  );
}
