import { Skeleton, SkeletonAvatar } from '#ui/states.tsx';
import type { Column } from './column.ts';

/** Rows of the final size while the list is on its way. */
export function SkeletonRows({ columns, count }: { columns: readonly Column[]; count: number }) {
  return (
    <tbody className="mt-body" aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <tr key={row} className="mr">
          <td className="c-star">
            <Skeleton width={14} />
          </td>
          <td className="c-coin">
            <span className="coin">
              <SkeletonAvatar />
              <Skeleton width={66 + ((row * 29) % 40)} />
            </span>
          </td>
          {columns.map(({ id, isWide }) => (
            <td key={id} className={`c-${id}${isWide ? ' wide' : ''}`}>
              <Skeleton width={62} />
            </td>
          ))}
          <td className="c-act">
            <Skeleton width={20} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
