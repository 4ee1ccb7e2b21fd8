import type { FrameCommand, FrameReport, PagePreview } from '@funil/contract/page/page-editor';
import type { TextVersion } from '@funil/contract/visits/tested-text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useElementSize } from '../../parts/use-element-size.ts';
import { queryClient } from '../../queries.ts';
import { pictureQuery } from '../queries.ts';

export interface ScrollTarget {
  readonly file: string;
  readonly section: string | null;
}

interface Props {
  /** Viewport width of the page in CSS pixels. */
  width: number;
  title: string;
  style: string;
  preview: PagePreview;
  version?: TextVersion;
  /** The open form's file and section, to which the page is scrolled; null leaves the page at its top. */
  scrollTarget: ScrollTarget | null;
  onPressed: (section: string) => void;
}

const PICTURE_WIDTH_PX = 760;

/** Shows the page in a sandboxed frame that runs only the preview's script. */
export function PreviewFrame(props: Props) {
  const { width, title, style, preview, version = 'a', scrollTarget, onPressed } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const sentPictures = useRef(new Set<string>());
  const [isReady, setIsReady] = useState(false);
  const container = useElementSize();
  const scale = container.width / width || 1;
  // A sandboxed frame has no origin, so messages go to `*`.
  const postToFrame = (message: FrameCommand) =>
    frame.current?.contentWindow?.postMessage(message, '*');

  const handleReport = useEffectEvent((report: FrameReport) => {
    if (report.kind === 'pressed') onPressed(report.section);
    else if (report.kind === 'needs') for (const name of report.pictures) void sendPicture(name);
    else {
      sentPictures.current.clear();
      postToFrame({ kind: 'style', style });
      postToFrame({ kind: 'preview', preview, version });
      if (scrollTarget) postToFrame({ kind: 'show', ...scrollTarget });
      setIsReady(true);
    }
  });
  async function sendPicture(name: string) {
    // The frame may ask again for a picture that is still being fetched.
    if (sentPictures.current.has(name)) return;
    sentPictures.current.add(name);
    try {
      const file = await queryClient.fetchQuery(pictureQuery(name, PICTURE_WIDTH_PX));
      postToFrame({ kind: 'picture', name, file });
    } catch {
      sentPictures.current.delete(name);
      // The preview shows no picture, and the form explains the problem.
    }
  }
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<FrameReport>) => {
      if (source !== null && source === frame.current?.contentWindow) handleReport(data);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  const postIfReady = useEffectEvent((message: FrameCommand) => {
    if (isReady) postToFrame(message);
  });
  useEffect(() => postIfReady({ kind: 'style', style }), [style]);
  useEffect(() => postIfReady({ kind: 'preview', preview, version }), [preview, version]);
  const { file, section } = scrollTarget ?? {};
  useEffect(() => {
    if (file !== undefined && section !== undefined) postIfReady({ kind: 'show', file, section });
  }, [file, section]);
  return (
    <div
      className="relative min-h-0 overflow-clip border rounded-xl bg-raised in-data-[columns=1]:[border-width:1px_0_0] in-data-[columns=1]:rounded-none"
      ref={container.ref}
    >
      <iframe
        ref={frame}
        title={title}
        src="/previa"
        className="absolute left-0 top-0 border-0 origin-top-left"
        sandbox="allow-scripts"
        style={{ width, height: container.height / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}
