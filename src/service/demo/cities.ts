/** Real cities, the regions of the demo fleet. Zones use the words of the API document (part 2, Region). */

export interface City {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  /** Relative number of nodes, buckets and assets: 3 for the largest sites, 1 for the smallest. */
  readonly weight: number;
}

const zones: Readonly<Record<string, readonly string[]>> = {
  'eu-central': [
    'fra1 DE 3 Frankfurt',
    'ber1 DE 1 Berlin',
    'muc1 DE 1 Munich',
    'vie1 AT 2 Vienna',
    'zrh1 CH 2 Zurich',
    'prg1 CZ 1 Prague',
    'waw1 PL 2 Warsaw',
    'bud1 HU 1 Budapest',
  ],
  'eu-west': [
    'ams1 NL 3 Amsterdam',
    'lon1 GB 3 London',
    'par1 FR 3 Paris',
    'dub1 IE 2 Dublin',
    'bru1 BE 1 Brussels',
  ],
  'eu-south': [
    'mil1 IT 2 Milan',
    'rom1 IT 1 Rome',
    'mad1 ES 2 Madrid',
    'bcn1 ES 1 Barcelona',
    'lis1 PT 1 Lisbon',
    'mrs1 FR 2 Marseille',
    'ath1 GR 1 Athens',
  ],
  'eu-north': ['sto1 SE 2 Stockholm', 'hel1 FI 1 Helsinki', 'osl1 NO 1 Oslo', 'cph1 DK 1 Copenhagen'],
  'na-east': [
    'nyc1 US 3 New York',
    'iad1 US 3 Ashburn',
    'atl1 US 2 Atlanta',
    'mia1 US 2 Miami',
    'bos1 US 1 Boston',
    'tor1 CA 2 Toronto',
    'mtl1 CA 1 Montreal',
  ],
  'na-central': ['chi1 US 2 Chicago', 'dal1 US 2 Dallas', 'mex1 MX 1 Mexico City'],
  'na-west': ['sjc1 US 3 San Jose', 'lax1 US 2 Los Angeles', 'sea1 US 2 Seattle', 'van1 CA 1 Vancouver'],
  'sa-east': ['sao1 BR 2 São Paulo', 'bue1 AR 1 Buenos Aires'],
  'sa-west': ['scl1 CL 1 Santiago', 'bog1 CO 1 Bogotá', 'lim1 PE 1 Lima'],
  'ap-southeast': [
    'sin1 SG 3 Singapore',
    'kul1 MY 1 Kuala Lumpur',
    'jkt1 ID 2 Jakarta',
    'bkk1 TH 1 Bangkok',
    'syd1 AU 2 Sydney',
    'mel1 AU 1 Melbourne',
  ],
  'ap-northeast': [
    'tyo1 JP 3 Tokyo',
    'osa1 JP 1 Osaka',
    'sel1 KR 2 Seoul',
    'hkg1 HK 2 Hong Kong',
    'tpe1 TW 1 Taipei',
  ],
  'ap-south': ['bom1 IN 2 Mumbai', 'del1 IN 1 New Delhi'],
  'me-central': ['dxb1 AE 2 Dubai', 'doh1 QA 1 Doha'],
  'af-south': ['jnb1 ZA 1 Johannesburg', 'cpt1 ZA 1 Cape Town'],
};

function parseCity(zone: string, line: string): City {
  const [code = '', country = '', weight = '', ...name] = line.split(' ');
  return { code, name: name.join(' '), zone, country, weight: Number(weight) };
}

export const cities: readonly City[] = Object.entries(zones).flatMap(([zone, lines]) =>
  lines.map((line) => parseCity(zone, line)),
);
