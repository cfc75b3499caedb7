import type { ReactNode } from 'react';
import { hostAddress } from '#app/delivered/base.ts';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { CloseModal, Modal } from '#app/ui/elements/Modal.tsx';

const address = 'https://storage.example.com';

const file = `{
  "deployments": [
    {
      "name": "Storage",
      "baseUrl": "${address}",
      "headers": { "Authorization": "Bearer \${STORAGE_TOKEN}" }
    }
  ]
}`;

/** Dialog with instructions to replace the demo by the viewer's own service, with commands to copy. */
export default function PointAtService({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal label="Point it at your service" className="w-[min(45rem,calc(100vw-2rem))]" onClose={onClose}>
      <div className="flex items-center justify-between border-b border-line-strong py-2 pr-4 pl-5">
        <h2 className="text-[17px] leading-6 font-[620]">Point it at your service</h2>
        <CloseModal />
      </div>
      <div className="px-5 pt-3 pb-5 text-[13px]">
        <p className="text-text-2">
          Edgewatch reads any service with the read-only API of this demo (
          <a className="text-text underline underline-offset-3" href={hostAddress('openapi.json')}>
            its description
          </a>
          ). It sends GET and HEAD requests only. Replace the address with that of your service.
        </p>
        <ol className="m-0 list-none p-0">
          <Step
            title="Check the responses of the service"
            label="check"
            code={`npm start -- check ${address}`}
          />
          <Step
            title="Start with your service in place of the demo"
            label="start"
            code={`npm start -- --base-url ${address}`}
          >
            Repeat <Inline>--base-url</Inline> for more services; <Inline>--demo</Inline> keeps the demo beside
            them. Without a checkout, the package has the same commands:{' '}
            <Inline>edgewatch --base-url {address}</Inline>.
          </Step>
          <Step title="With credentials or more settings: a file, edgewatch.jsonc" label="file" code={file} />
          <Step
            title="Check the file, then start with it"
            label="start with a file"
            code={'npm start -- config check edgewatch.jsonc\nnpm start -- --config edgewatch.jsonc'}
          >
            All settings: <Inline>docs/operate/configuration.md</Inline> in the package. Who may see it:{' '}
            <Inline>docs/operate/access.md</Inline>.
          </Step>
        </ol>
      </div>
    </Modal>
  );
}

function Inline({ children }: { readonly children: ReactNode }) {
  return (
    <code className="mono whitespace-nowrap max-md:whitespace-normal max-md:[overflow-wrap:anywhere]">
      {children}
    </code>
  );
}

function Step({
  title,
  label,
  code,
  children,
}: {
  readonly title: string;
  readonly label: string;
  readonly code: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className="pt-3.5">
      <h3 className="pb-1.5 text-[13px] font-[580]">{title}</h3>
      <div className="flex items-start justify-between gap-3 border border-line bg-s1 py-1.5 pr-1.5 pl-3">
        <pre className="mono m-0 min-w-0 py-1 leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {code}
        </pre>
        <CopyButton text={code} label={`Copy: ${label}`} />
      </div>
      {children !== undefined && <p className="pt-1.5 text-text-2">{children}</p>}
    </li>
  );
}
