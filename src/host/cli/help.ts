/** What `edgewatch --help` prints. */

export const helpText = `Usage: edgewatch [serve] [options]
       edgewatch check BASE_URL [options]
       edgewatch config check [FILE]
       edgewatch status [URL] [--json | --ready]
       edgewatch password
       edgewatch wall-links [add NAME | list | revoke NAME] [options]
       edgewatch history backup FILE | export [FILE] | verify | rename OLD NEW | copy [options]
       edgewatch import FILE… | --from BASE_URL [options]
       edgewatch report --month YYYY-MM [options]

serve   Show deployments in the browser. Without --base-url or --config it shows a demo fleet.
  --port N            Port to listen on, 0 for any free one (4600)
  --host ADDRESS      Address to listen on (127.0.0.1); an address other than loopback needs access or --open
  --open              Allow everyone who reaches the address to see everything
  --base-url URL      A deployment to show, repeatable; slug=URL gives it a slug. Turns the demo off
  --config FILE       Configuration file: JSON with comments, see docs/operate/configuration.md
  --base-path /PATH   Serve all pages below this path
  --data DIR          Folder for history, sessions and wall links (./edgewatch-data)
  --database URL      PostgreSQL for several hosts, in place of most of DIR: postgres://user:password@host/name
  --observe WHAT      What the observer polls: all, status or off (all)
  --tls-cert FILE     Serve https: certificate chain (PEM)
  --tls-key FILE      Private key of --tls-cert (PEM)
  --demo              Show the demo fleet beside other deployments
  --demo-seed N       Generate another demo fleet
  --demo-scale N      N times the buckets, assets, applications and event types
  --service           Serve imported data by the API, and nothing else. With --data, --host, --port and --open

        Each option has an environment variable, such as EDGEWATCH_PORT or EDGEWATCH_BASE_URL.
        A flag overrides the variable; the variable overrides the configuration file.

check   Compare a deployment with the API document. Exit code: 0, or 1 if it departs from the document.
  --json              Print the result as JSON
  --header NAME=VALUE Send a header with every request, repeatable; NAME=@FILE reads the value from a file
  --ca FILE           Also trust the certificates in FILE (PEM)
  --timeout SECONDS   Timeout of one response (10)

config check   List all mistakes of a configuration (EDGEWATCH_CONFIG). Exit code: 0, or 1 if there is one.

status  Print the state of the deployments of the host at URL, from its /metrics. Default: the host with the same
        EDGEWATCH_PORT, EDGEWATCH_HOST, EDGEWATCH_BASE_PATH and EDGEWATCH_TLS_CERT (http://127.0.0.1:4600).
        Set EDGEWATCH_TOKEN if they require a token. Exit code: 0 if all are good, 1 if not, 2 if unknown.
  --json              Print the result as JSON
  --ready             Check only whether the host is ready (/readyz). Exit code: 0, or 1 if it is not

password    Read a password from one line, and print its hash for the configuration (access.password).

wall-links  Links for wall screens. They need no password and show what all viewers with access may see.
  --data DIR          Data folder of the host (EDGEWATCH_DATA; ./edgewatch-data)
  --database URL      Database of the hosts, in place of the data folder (EDGEWATCH_DATABASE)
  --group NAME        With add, repeatable: also show what this group may see (deployments[].visibleTo)

history     The history in the data folder of a host. All but rename also work while the host runs.
            backup: copy it to FILE. export: write it as JSON lines to FILE or standard output.
            verify: check that it is intact. Exit code: 0 if intact, 1 if damaged, 2 if unknown.
            rename: give the history of the slug OLD to NEW. No host may run, and NEW must have no history.
            copy: copy it into a PostgreSQL database, or from there into a new folder. Hosts may run, but none may
            record in the target. Repeat it to add what is new.
  --data DIR          Data folder of the host (EDGEWATCH_DATA; ./edgewatch-data)
  --json              With verify: print the result as JSON
  --from, --to PLACE  With copy: sqlite:FOLDER and postgres://user@host/name, or the other way round. PGPASSWORD may
                      have the password

import      Fill the store of serve --service. A file replaces all rows of its resource, or is refused as a whole.
            Exit code: 0, or 1 if a file or a list was refused.
  FILE                JSON, NDJSON or CSV: buckets.ndjson, nodes.csv, status.json
  --resource NAME     buckets, assets, regions, applications, nodes, events or status, if no file name shows it
  --format NAME       json, ndjson or csv, if no file name shows it
  --from BASE_URL     Copy a deployment instead, each list with its claim. With --header and --ca as for check
  --data DIR          Data folder (EDGEWATCH_DATA; ./edgewatch-data)

report      Report a month from the history in the data folder of a host, also while the host runs: observed
            time, good, bad, unknown and not observed per deployment and component, and the outages.
  --month YYYY-MM     The month to report
  --data DIR          Data folder of the host (EDGEWATCH_DATA; ./edgewatch-data)
  --config FILE       Use names, words and planned work of this configuration (EDGEWATCH_CONFIG)
  --zone AREA/CITY    Time zone of the month and of all times (UTC)
  --json              Print the report as JSON
  --csv               Print the outages as CSV

  --help, --version
`;
